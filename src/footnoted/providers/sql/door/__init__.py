"""What the door stores: keys, request counters, replies to repeated requests."""
