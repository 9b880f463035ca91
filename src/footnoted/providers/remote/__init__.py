"""Shared by calls to other machines: proxy, retries, circuit breaker."""
