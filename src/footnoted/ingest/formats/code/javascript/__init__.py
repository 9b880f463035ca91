"""Literals in JavaScript and TypeScript files, which are read and never run."""
