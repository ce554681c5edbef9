// Inside the frame: shows the record that the page around it has made, by the page of explain.

const frame = window.frameElement;
document.getElementById("data").textContent = frame.record;
if (frame.theme) document.documentElement.dataset.theme = frame.theme;
// the classroom keeps the score
document.addEventListener("predicted", ({ detail }) => frame.dispatchEvent(new CustomEvent("predicted", { detail })));
await import("./player.js");
if (frame.isAsking) document.getElementById("predict").click();
