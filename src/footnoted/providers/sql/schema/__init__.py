"""The tables of the database, their column types, and the steps that bring an older one up to date."""
