"""Shared by local models: the file they come in, an onnxruntime session, batches."""
