"""What local models share: the pack they come in, a session of onnxruntime, batches."""
