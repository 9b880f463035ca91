"""Questions as readers type them: how each came out, typed in six ways, and with how many words."""
