"""Print, simulate and log board game prototypes from one folder of component tables."""
