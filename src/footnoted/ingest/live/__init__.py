"""A published site: fetched politely and safely, and kept on disk between runs. Only here does ingestion use HTTP."""
