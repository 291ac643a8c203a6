"""What was seen in turns and not kept, for people who look whether the service misses anything."""
