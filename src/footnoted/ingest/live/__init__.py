"""A published site: fetched politely and safely, and kept on disk between runs. The only room that speaks HTTP."""
