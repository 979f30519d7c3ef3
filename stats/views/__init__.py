"""The public pages of statistics, and where beacons arrive."""
