"""The computer as a seat, without Celery: what it waits for, what it says, what becomes of it at the door."""
