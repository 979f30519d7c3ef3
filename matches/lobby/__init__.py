"""The lobby: open offers, who is online, challenges, and what waits for whom, live over one socket.

`protocol` the frames, as types · `online` who is here, in Valkey · `hub` what the sockets of one process share ·
`shared` one value for all of them · `consumer` the socket ·
`asks` what a frame asks for, done by the services · `listening` what the lobby hears of matches · `views` the page,
which works without script as well · `forms` the long form of an offer.

The services are `matches.services.seeks` and `.lifecycle`; what is shown is read by `matches.selectors.lobby`.
docs/lobby-protocol.md says what the frames mean, docs/lobby.md what people see.
"""
