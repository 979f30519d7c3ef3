"""Tables of the site that belong to no app below it."""
