// The classroom: its parts, and the one Python that all of them ask.

import { Again } from "./again.js";
import { drawLines } from "./chart.js";
import { el } from "./elements.js";
import { Memory } from "./memory.js";
import { download, fill, Play } from "./play.js";
import { Ended, Python } from "./python.js";
import { Solver } from "./solver.js";
import { Write } from "./write.js";

const $ = (id) => document.getElementById(id);
// chosen at first: four ways that differ in what they visit or in what a node costs
const MEASURED = ["boolean_flags", "bitmasks", "first_fail", "alldifferent"];
const PARTS = ["play", "solver", "watch", "measure", "write"];

function open(part) {
  for (const one of PARTS) $(one).hidden = one !== part;
  for (const button of $("parts").children) button.setAttribute("aria-pressed", button.dataset.part === part);
  if (part === "write") write.editor.refresh();
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
  const bet = source ? "" : $("bet").value;
  // who comes from Write has said what to run, and has no guess to make
  if (!source && $("guess").checked && bet === "") {
    $("watch-said").textContent = "First say which of the two will need fewer nodes.";
    $("bet").focus();
    return;
  }
  $("watch-said").textContent = "The searches run …";
  try {
    const data = await python.ask("watch", { board: play.board, names, source });
    const frame = el("iframe", { title: `The searches ${names.join(" and ")}, step by step` });
    frame.record = JSON.stringify(data);
    frame.isAsking = $("guess").checked;
    frame.theme = document.documentElement.dataset.theme;
    frame.src = "watch.html";
    frame.addEventListener("predicted", ({ detail }) => {
      memory.predicted(detail);
      $("predicted").textContent = memory.score;
    });
    $("panes").replaceChildren(frame);
    $("watch-said").textContent = compared(data.boards[0], names, bet);
  } catch (error) {
    $("watch-said").textContent = error instanceof Ended ? "Stopped." : error.message;
  }
}

// How many nodes both needed, and whether the learner's guess was right.
function compared({ words, record }, names, bet) {
  const [left, right] = record.searches.map(({ steps }) =>
    steps.reduce((sum, [kind, , nodes]) => sum + (kind === 0 ? 1 : kind === 9 ? nodes : 0), 1));
  const fewer = ["left", "equal", "right"][Math.sign(left - right) + 1];
  const verdict = bet === "" ? "" : bet === fewer ? "You were right: " : "Not as you said: ";
  return `${words}. ${verdict}${names[0]} ${left.toLocaleString("en")} nodes, ${names[1]} ${right.toLocaleString("en")}.`;
}

async function measure() {
  const names = [...$("measured").querySelectorAll("input:checked")].map((box) => box.value);
  const bet = $("fewest").value;
  $("rows").replaceChildren();
  $("measure-said").textContent = "Measuring …";
  if (!names.length) $("measure-said").textContent = "Choose a search.";
  else if (bet === "") $("measure-said").textContent = "First say which will need the fewest nodes.";
  if (!names.length || bet === "") return;
  const rows = [];
  const verdicts = [];
  $("measured-chart").hidden = true;
  const onPart = (part) => {
    if (part.verdict) {
      verdicts.push(part);
      $("measure-said").textContent = `${part.board}: all ${part.verdict}.`;
      return;
    }
    const bar = el("span", { class: "bar" });
    rows.push([bar, part]);
    const most = Math.max(...rows.map(([, one]) => one.nodes));
    for (const [one, { nodes }] of rows) one.style.width = `${Math.max(1, (90 * nodes) / most)}px`;
    const time = `${(1000 * part.solve_s).toPrecision(3)} ms`;
    $("rows").append(el("tr", {}, el("td", {}, part.board), el("th", { scope: "row" }, part.approach), el("td", {}, `${part.solutions}`),
      el("td", {}, part.nodes.toLocaleString("en"), bar), el("td", {}, time), el("td", {}, part.audit)));
    drawn = rows.map(([, one]) => one);
    chart();
  };
  try {
    await python.ask("measure", { board: play.board, names }, onPart);
    const { board } = verdicts.at(-1);
    const last = rows.map(([, one]) => one).filter((one) => one.board === board);
    const least = Math.min(...last.map((one) => one.nodes));
    const best = last.filter((one) => one.nodes === least).map((one) => one.approach);
    const word = bet === "?" ? "" : best.includes(bet) ? " You were right:" : ` Not ${bet}:`;
    const all = verdicts.map((one) => `${one.board}: all ${one.verdict}.`).join(" ");
    $("measure-said").textContent = `${all}${word} ${best.join(", ")} needed the fewest nodes on ${board}.`;
  } catch (error) {
    $("measure-said").textContent = error instanceof Ended ? "Stopped." : error.message;
  }
}

let drawn = [];

// Nodes or times of what has been measured so far.
function chart() {
  if (!drawn.length) return;
  const what = $("charted").value;
  const words = { nodes: (value) => value.toLocaleString("en"), solve_s: (value) => (value < 1 ? `${Number((1000 * value).toPrecision(3))} ms` : `${value} s`) }[what];
  $("measured-chart").hidden = false;
  drawLines($("lines"), drawn, what, words);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

const write = new Write(python, choices.exercises, watch, memory);
if (choices.has_editor) write.editor.improve();
new Again(python, memory, choices.questions, (topic) => write.openTopic(topic));
$("export").onclick = () => download("classroom.json", memory.text);
$("fewest").append(...choices.searches.map((name) => el("option", { value: name }, name)));
$("predicted").textContent = memory.score;
fill($("left"), choices.searches);
fill($("right"), choices.searches);
$("right").value = "alldifferent";
$("measured").append(...choices.searches.map((name) => {
  const box = el("input", { type: "checkbox", value: name });
  box.checked = MEASURED.includes(name);
  return el("label", {}, box, ` ${name}`);
}));
$("parts").onclick = (event) => {
  const part = event.target.closest("[data-part]")?.dataset.part;
  if (part) open(part);
};
$("run").onclick = () => watch([$("left").value, $("right").value]);
$("begin").onclick = measure;
$("charted").onchange = chart;
$("stop").onclick = () => python.end();
$("theme").onclick = () => setTheme($("theme").textContent.toLowerCase());
if (matchMedia("(prefers-color-scheme: dark)").matches) $("theme").textContent = "Light";
// the site's files are kept, for when the network is cut off
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").catch(() => {});
  navigator.serviceWorker.ready.then(() => { document.documentElement.dataset.kept = ""; });
}
