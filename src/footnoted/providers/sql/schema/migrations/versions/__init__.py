"""One step each, oldest first; a step spells out its tables and never looks at today's."""
