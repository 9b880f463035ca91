"""What the door keeps: keys, how often callers came, replies to requests that come twice."""
