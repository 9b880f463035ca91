"""What every contract's app is made of: how it fails, streams and stops, and the types its requests share."""
