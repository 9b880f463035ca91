"""Implementations of the domain's ports: one vendor, one file, one SDK import."""
