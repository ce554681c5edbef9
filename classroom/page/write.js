// Write: exercises, an editor, and the verdict in the autograder's words.

import { BoardGrid } from "./board.js";
import { Editor } from "./editor.js";
import { el } from "./elements.js";
import { download } from "./play.js";
import { Ended } from "./python.js";

const $ = (id) => document.getElementById(id);

// what the learner may expect of the check, by who judges: all right, or the kind of a finding
const EXPECTED = {
  search: ["all right", "invalid", "missing", "repeated"],
  propagator: ["all right", "pruned wrongly", "too weak"],
};

export class Write {
  constructor(python, exercises, watch, memory) {
    this.python = python;
    this.exercises = exercises;
    this.memory = memory;
    this.wrong = new BoardGrid($("wrong-board"), () => {}, (text) => { $("wrong-said").textContent = text; }, "The first board that is wrong");
    $("exercise").replaceChildren(...exercises.map((one, place) => el("option", { value: place }, `${place + 1}. ${one.title}`)));
    $("exercise").onchange = () => this.open();
    this.editor = new Editor($("source"), () => localStorage.setItem(this.key, this.editor.value));
    $("check").onclick = () => this.check();
    $("watch-mine").onclick = () => watch(["mine", "forward_checking"], this.editor.value);
    $("download").onclick = () => download(`${this.exercise.name}.py`, this.editor.value);
    $("again").onclick = () => {
      localStorage.removeItem(this.key);
      this.open();
    };
    this.open();
  }

  get exercise() { return this.exercises[$("exercise").selectedIndex]; }

  get key() { return `queens-classroom/${this.exercise.name}`; }

  // Open the first exercise on a topic, from its start.
  openTopic(topic) {
    $("exercise").selectedIndex = this.exercises.findIndex((one) => one.check.topic === topic);
    this.open();
    this.editor.focus();
  }

  open() {
    $("task").textContent = this.exercise.text;
    const choices = ["which outcome?", ...EXPECTED[this.exercise.check.judge], "something else"];
    $("expected").replaceChildren(...choices.map((one) => el("option", {}, one)));
    $("watch-mine").hidden = this.exercise.check.judge !== "search";
    this.editor.value = localStorage.getItem(this.key) ?? this.exercise.start;
    $("verdict").textContent = "Not checked yet.";
    $("boards").replaceChildren();
    $("drawing").hidden = true;
  }

  // Have the file graded. A board that takes longer than the limit ends the worker that runs it.
  async check() {
    const limit = Number($("limit").value);
    let begun = "";
    let isLate = false;
    let timer = null;
    const late = () => {
      isLate = true;
      this.python.end();
    };
    const onPart = (part) => {
      clearTimeout(timer);
      // a board is called twice, and boards that tell slips apart several times
      timer = setTimeout(late, limit * 1000);
      if (part.board) this.add(part.board);
      begun = part.begun || begun;
      $("verdict").textContent = `Trying ${begun} …`;
    };
    $("boards").replaceChildren();
    $("drawing").hidden = true;
    $("check").disabled = true;
    this.kinds = new Set();
    $("verdict").textContent = "Waiting for Python …";
    try {
      const found = await this.python.ask("grade", { source: this.editor.value, check: this.exercise.check }, onPart);
      this.note(found.passed);
      const look = found.slip || "Not right yet: see the boards below.";
      $("verdict").textContent = `${this.compared(found.passed)}${found.passed ? "All right on every board." : look}`;
    } catch (error) {
      if (error instanceof Ended && isLate) {
        this.add(await this.python.ask("timed_out", { board: begun, limit_s: limit }));
        this.note(false);
        $("verdict").textContent = "It was ended: the search does not come back.";
      } else $("verdict").textContent = error instanceof Ended ? "Stopped." : `It cannot be read: ${error.message}`;
    }
    clearTimeout(timer);
    $("check").disabled = false;
  }

  // Whether the check came out as the learner expected.
  compared(isRight) {
    const { selectedIndex, value } = $("expected");
    if (!selectedIndex) return "";
    const isMet = isRight ? value === "all right" : this.kinds.has(value) || (value === "something else" && !EXPECTED[this.exercise.check.judge].some((kind) => this.kinds.has(kind)));
    return isMet ? "As you expected. " : `You expected: ${value}. `;
  }

  note(isRight) {
    this.memory.tried(this.exercise.name, isRight);
    this.memory.note(this.exercise.check.topic, isRight);
  }

  add(board) {
    for (const { kind } of board.findings) this.kinds.add(kind);
    const said = board.findings.map((one) => el("div", {}, `${one.kind.replace("_", " ")}: ${one.text}`));
    $("boards").append(el("li", {}, `${board.passed ? "✓" : "✗"} ${board.name}`, ...said));
    if (!$("drawing").hidden) return;
    const example = board.example && { board: { ...board, placed: [...board.example.entries()] }, blamed: [] };
    const drawing = board.drawing ?? example;
    if (drawing) this.draw(board.name, drawing);
  }

  // Draw the first board that is wrong, and say why a square is attacked.
  async draw(name, { board, blamed }) {
    $("drawing").hidden = false;
    $("drawn").textContent = name;
    $("wrong-said").textContent = "";
    const marks = { hinted: [], blamed };
    const shown = { rule: "queens", regions: null, ...board };
    this.wrong.draw(shown, null, marks);
    try {
      this.wrong.draw(shown, await this.python.ask("look", { board: shown }), marks);
    } catch { /* without the reasons, then */ }
  }
}
