"""What the Python of a project says, read as text: values of conf.py, directives that it adds."""
