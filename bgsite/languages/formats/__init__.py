"""How we write dates where Django writes them otherwise; Django knows Chinese well."""
