"""The tables of the database, their column types, and the migrations from older versions."""
