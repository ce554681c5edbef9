// The classroom: its parts, and the one Python that all of them ask.

import { Again } from "./again.js";
import { el } from "./elements.js";
import { Memory } from "./memory.js";
import { download, fill, Play } from "./play.js";
import { Ended, Python } from "./python.js";
import { Solver } from "./solver.js";
import { Write } from "./write.js";

const $ = (id) => document.getElementById(id);
const PARTS = ["play", "solver", "watch", "measure", "write"];

function open(part) {
  for (const one of PARTS) $(one).hidden = one !== part;
  for (const button of $("parts").children) button.setAttribute("aria-pressed", button.dataset.part === part);
  if (part === "solver" && solver.start !== play.board) solver.begin(play.board);
}

function showState({ state, step, text }) {
  const words = { loading: "Python is loading", ready: "Python is ready", busy: "Python is at work", failed: `Python did not load: ${text}` };
  $("python").textContent = words[state];
  $("loading").hidden = state !== "loading";
  if (step !== undefined) $("loading").value = step;
}

const choices = await (await fetch("choices.json")).json();
export const python = new Python(showState);
const play = new Play(python, choices);
const memory = new Memory();
const solver = new Solver(python, memory);

async function watch(names, source) {
  open("watch");
  $("watch-said").textContent = "The searches run …";
  try {
    const data = await python.ask("watch", { board: play.board, names, source });
    const frame = el("iframe", { title: `The searches ${names.join(" and ")}, step by step` });
    frame.record = JSON.stringify(data);
    frame.isAsking = $("guess").checked;
    frame.theme = document.documentElement.dataset.theme;
    frame.src = "watch.html";
    $("panes").replaceChildren(frame);
    $("watch-said").textContent = data.boards[0].words;
  } catch (error) {
    $("watch-said").textContent = error instanceof Ended ? "Stopped." : error.message;
  }
}

async function measure() {
  const names = [...$("measured").querySelectorAll("input:checked")].map((box) => box.value);
  $("rows").replaceChildren();
  $("measure-said").textContent = names.length ? "Measuring …" : "Choose a search.";
  if (!names.length) return;
  const rows = [];
  const onPart = (part) => {
    if (part.verdict) {
      $("measure-said").textContent = `${part.board}: all ${part.verdict}.`;
      return;
    }
    const bar = el("span", { class: "bar" });
    rows.push([bar, part.nodes]);
    const most = Math.max(...rows.map(([, nodes]) => nodes));
    for (const [one, nodes] of rows) one.style.width = `${Math.max(1, (90 * nodes) / most)}px`;
    const time = `${(1000 * part.solve_s).toPrecision(3)} ms`;
    $("rows").append(el("tr", {}, el("td", {}, part.board), el("th", { scope: "row" }, part.approach), el("td", {}, `${part.solutions}`),
      el("td", {}, part.nodes.toLocaleString("en"), bar), el("td", {}, time), el("td", {}, part.audit)));
  };
  try {
    await python.ask("measure", { board: play.board, names }, onPart);
  } catch (error) {
    $("measure-said").textContent = error instanceof Ended ? "Stopped." : error.message;
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

const write = new Write(python, choices.exercises, watch, memory);
new Again(python, memory, choices.questions, (topic) => write.openTopic(topic));
$("export").onclick = () => download("classroom.json", memory.text);
fill($("left"), choices.searches);
fill($("right"), choices.searches);
$("right").value = "alldifferent";
$("measured").append(...choices.searches.map((name, place) => {
  const box = el("input", { type: "checkbox", value: name });
  box.checked = place < 4;
  return el("label", {}, box, ` ${name}`);
}));
$("parts").onclick = (event) => { if (event.target.dataset.part) open(event.target.dataset.part); };
$("run").onclick = () => watch([$("left").value, $("right").value]);
$("begin").onclick = measure;
$("stop").onclick = () => python.end();
$("theme").onclick = () => setTheme($("theme").textContent.toLowerCase());
if (matchMedia("(prefers-color-scheme: dark)").matches) $("theme").textContent = "Light";
// the site's files are kept, for when the network is cut off
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
  navigator.serviceWorker.ready.then(() => { document.documentElement.dataset.kept = ""; });
}
