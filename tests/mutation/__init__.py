"""Would the tests notice? Small changes to the code that keeps strangers out, each held against its tests."""
