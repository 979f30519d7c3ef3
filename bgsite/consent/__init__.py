"""Whether somebody lets anonymous statistics be made: of the browser, and of the games they play.

- `choice` what holds, for a request and for people · `views` the switch · `urls` its address
- `context` what a page shows beside the switch, and hands to the beacon

An account or a guest keeps the choice (`User.statistics`), a browser without either has a cookie. Nothing chosen: on,
unless the browser sends Do-Not-Track or Global Privacy Control.
"""
