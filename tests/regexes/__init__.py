"""Every regular expression of the package, held against texts that were made to cost it most."""
