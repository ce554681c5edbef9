// Write: exercises, an editor, and the verdict in the autograder's words.

import { el } from "./elements.js";
import { download } from "./play.js";
import { Ended } from "./python.js";

const $ = (id) => document.getElementById(id);

export class Write {
  constructor(python, exercises, watch) {
    this.python = python;
    this.exercises = exercises;
    $("exercise").replaceChildren(...exercises.map((one, place) => el("option", { value: place }, `${place + 1}. ${one.title}`)));
    $("exercise").onchange = () => this.open();
    $("source").oninput = () => localStorage.setItem(this.key, $("source").value);
    $("source").onkeydown = (event) => this.type(event);
    $("check").onclick = () => this.check();
    $("watch-mine").onclick = () => watch(["mine", "forward_checking"], $("source").value);
    $("download").onclick = () => download(`${this.exercise.name}.py`, $("source").value);
    $("again").onclick = () => {
      localStorage.removeItem(this.key);
      this.open();
    };
    this.open();
  }

  get exercise() { return this.exercises[$("exercise").selectedIndex]; }

  get key() { return `queens-classroom/${this.exercise.name}`; }

  open() {
    $("task").textContent = this.exercise.text;
    $("source").value = localStorage.getItem(this.key) ?? this.exercise.start;
    $("verdict").textContent = "Not checked yet.";
    $("boards").replaceChildren();
    $("drawing").hidden = true;
  }

  type(event) {
    const box = event.target;
    const put = (text) => {
      event.preventDefault();
      box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
      box.dispatchEvent(new Event("input"));
    };
    if (event.key === "Escape") this.isLeaving = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.isLeaving) put("    ");
    else if (event.key === "Enter") {
      const line = box.value.slice(0, box.selectionStart).split("\n").pop();
      put(`\n${line.match(/^ */)[0]}${line.trimEnd().endsWith(":") ? "    " : ""}`);
    } else if (event.key !== "Tab") this.isLeaving = false;
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
    $("verdict").textContent = "Waiting for Python …";
    try {
      const found = await this.python.ask("grade", { source: $("source").value, with_squares: this.exercise.with_squares }, onPart);
      const look = found.slip || "Not right yet: see the boards below.";
      $("verdict").textContent = found.passed ? "All right on every board." : look;
    } catch (error) {
      if (error instanceof Ended && isLate) {
        this.add(await this.python.ask("timed_out", { board: begun, limit_s: limit }));
        $("verdict").textContent = "It was ended: the search does not come back.";
      } else $("verdict").textContent = error instanceof Ended ? "Stopped." : `It cannot be read: ${error.message}`;
    }
    clearTimeout(timer);
    $("check").disabled = false;
  }

  add(board) {
    const said = board.findings.map((one) => el("div", {}, `${one.kind.replace("_", " ")}: ${one.text}`));
    $("boards").append(el("li", {}, `${board.passed ? "✓" : "✗"} ${board.name}`, ...said));
    if (!board.example || !$("drawing").hidden) return;
    const blocked = (row, column) => board.blocked.some(([r, c]) => r === row && c === column);
    const lines = board.example.map((queen, row) => Array.from({ length: board.n }, (_, column) =>
      (queen === column ? "Q" : blocked(row, column) ? "#" : ".")).join(" "));
    $("drawing").textContent = `${board.name}\n${lines.join("\n")}`;
    $("drawing").hidden = false;
  }
}
