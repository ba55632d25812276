"""What logs teach: pages and pictures of a log."""
