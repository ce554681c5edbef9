// Draws the charts in place of their still images, and opens what a link leads to.
"use strict";

const specifications = JSON.parse(document.getElementById("specifications").textContent);
const options = {
  renderer: "svg",
  actions: { export: true, source: false, compiled: false, editor: false },
};

const LEGEND_COLUMN = 220;

function columnsFor(place) {
  return Math.max(1, Math.floor((place.clientWidth - 40) / LEGEND_COLUMN));
}

function draw(place) {
  const columns = columnsFor(place);
  const specification = structuredClone(specifications[place.dataset.chart]);
  specification.width = "container";
  specification.config.legend.columns = columns;
  place.dataset.columns = columns;
  const still = place.innerHTML;
  window
    .vegaEmbed(place, specification, options)
    .then(() => {
      const menu = place.querySelector("summary");
      if (menu) menu.setAttribute("aria-label", `Save the chart: ${place.getAttribute("aria-label")}`);
      place.setAttribute("data-drawn", "true");
    })
    .catch((error) => {
      place.innerHTML = still;
      console.error(error);
    });
}

const places = document.querySelectorAll("[data-chart]");
places.forEach(draw);

// the charts follow the width by themselves, their legends need another number of columns
let waiting;
window.addEventListener("resize", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    for (const place of places) {
      if (columnsFor(place) !== Number(place.dataset.columns)) draw(place);
    }
  }, 200);
});

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
