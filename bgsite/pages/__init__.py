"""The site's own pages: front page, how to play, what is stored. Lists of matches belong to `matches`."""
