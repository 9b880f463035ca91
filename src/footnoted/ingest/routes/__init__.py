"""How each site generator turns files into addresses: one module a generator. Knows nothing of what pages say."""
