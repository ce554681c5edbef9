// Draws the charts in place of their still images, and opens what a link leads to.
"use strict";

const specifications = JSON.parse(document.getElementById("specifications").textContent);
const options = {
  renderer: "svg",
  actions: { export: true, source: false, compiled: false, editor: false },
};

for (const place of document.querySelectorAll("[data-chart]")) {
  const specification = { ...specifications[place.dataset.chart], width: "container" };
  const still = place.innerHTML;
  window
    .vegaEmbed(place, specification, options)
    .then(() => place.setAttribute("data-drawn", "true"))
    .catch((error) => {
      place.innerHTML = still;
      console.error(error);
    });
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const closed = target && target.closest("details:not([open])");
  if (closed) {
    closed.open = true;
    target.scrollIntoView({ block: "center" });
  }
}

window.addEventListener("hashchange", openTarget);
openTarget();
