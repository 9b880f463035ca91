"""Types that only the doors need: access keys, stores for request data, health."""
