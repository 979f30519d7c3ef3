"""What django-allauth and Django's sessions are told about accounts; `bgsite.settings` takes all of it.

Only constants: nothing here reads the environment or imports a model.
"""

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]

# Sessions name their account, so that all of somebody's sessions can be ended with one query.
SESSION_ENGINE = "bgsite.accounts.sessions"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "pages:home"

ACCOUNT_ADAPTER = "bgsite.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "bgsite.accounts.forms.AddEmailForm",
    "change_password": "bgsite.accounts.forms.ChangePasswordForm",
    "login": "bgsite.accounts.forms.LoginForm",
    "reauthenticate": "bgsite.accounts.forms.ReauthenticateForm",
    "reset_password": "bgsite.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "bgsite.accounts.forms.ResetPasswordKeyForm",
    "set_password": "bgsite.accounts.forms.SetPasswordForm",
    "signup": "bgsite.accounts.forms.SignupForm",
}

# A name has no "@", so a login with "@" can only be an address.
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# The address serves one end, to reset a forgotten password: who does not want that need not give one.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
# Whoever finds an open browser could give another address, reset the password with it, and have the account.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Barpoint] "
# Nobody who has no account here gets a mail because somebody typed the address into our form.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "pages:home"

# Attempts / time / of whom. "key" is the name tried together with the address it comes from.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "20/m/ip,5/5m/key",
    "signup": "20/10m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "5/m/user",
    "reset_password": "10/10m/ip,3/10m/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/3m/key",
    "guest": "60/h/ip",  # new guests: a whole school behind one address can begin to play, a machine not for long
}
