"""The site as an app that can be installed: its manifest, and a page for when there is no network.

    manifest.py  what the app is called and looks like, in the reader's language
    worker.py    the service worker's script (`worker.js`) with the list of what it keeps
    worker.js    keeps the offline page and what that page needs; nothing else is ever kept or answered from a store
    views.py     /manifest.webmanifest, /service-worker.js and /offline/

Every page asks for them by `templates/installable/_head.html`; `frontend/src/install/` has the scripts.
"""
