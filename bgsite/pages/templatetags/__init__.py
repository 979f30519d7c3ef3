"""Template tags of the site's texts."""
