// Steps through a match by the arrow keys; everything else on the page are plain links and forms.
const WAYS = { ArrowLeft: ["previous", "first"], ArrowRight: ["next", "last"] };

document.addEventListener("keydown", (event) => {
  const ways = WAYS[event.key];
  // What is typed into, or scrolls by the same keys, keeps them.
  const isTaken = event.target.closest("input, select, textarea, [tabindex]");
  if (!ways || isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
  const link = document.querySelector(`[data-way="${ways[event.shiftKey ? 1 : 0]}"]`);
  if (!link) return;
  event.preventDefault();
  location.assign(link.href);
});

// The list of events is long: begin where the page is.
const here = document.querySelector('.review-log [aria-current="step"]');
if (here) here.closest(".review-log").scrollTop = here.offsetTop - 80;
