"""What every request passes first: access rules, callers, limits, and repeated requests."""
