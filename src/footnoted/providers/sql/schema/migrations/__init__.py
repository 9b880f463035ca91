"""Migrations from the databases of earlier releases; forward only."""
