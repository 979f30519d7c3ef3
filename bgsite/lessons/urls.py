"""The addresses of the lessons, below /lessons/."""

from django.urls import path

from bgsite.lessons import views

app_name = "lessons"

urlpatterns = [
    path("", views.course_page, name="course"),
    path("progress/", views.progress, name="progress"),
    path("<slug:stage>/<slug:name>/", views.exercise_page, name="exercise"),
    path("<slug:stage>/<slug:name>/answer/", views.answer, name="answer"),
]
