// What comes again: the topics that were mistaken, and a question on one of them.

import { BoardGrid } from "./board.js";
import { el } from "./elements.js";
import { until } from "./memory.js";
import { Ended } from "./python.js";

const $ = (id) => document.getElementById(id);

export class Again {
  constructor(python, memory, questions, openExercise) {
    this.python = python;
    this.memory = memory;
    this.questions = questions;
    this.openExercise = openExercise;
    this.grid = new BoardGrid($("question-board"), (row, column) => this.reply([row, column]),
      (text) => { $("question-square").textContent = text; }, "The board of the question");
    memory.onChange = () => this.list();
    this.list();
    // not while a button in it has the focus
    setInterval(() => { if (!$("topics").contains(document.activeElement)) this.list(); }, 60_000);
  }

  list() {
    const { topics } = this.memory;
    const due = topics.filter((one) => one.due <= Date.now()).length;
    $("due").textContent = due ? ` (${due} again)` : "";
    $("topics-none").hidden = topics.length > 0;
    $("topics").replaceChildren(...topics.map(({ name, missed, right, due }) => {
      const button = el("button", { type: "button" }, `Ask me: ${name}`);
      button.onclick = () => (this.questions.includes(name) ? this.ask(name) : this.openExercise(name));
      return el("li", {}, button, ` mistaken ${missed}, right since ${right}; comes again ${until(due)}`);
    }));
  }

  async ask(topic) {
    try {
      this.asked = { topic, ...await this.python.ask("question", { topic, seed: Math.floor(Math.random() * 1e6) }) };
      $("asked").hidden = false;
      $("question-said").textContent = this.asked.text;
      this.draw([]);
      this.looked = await this.python.ask("look", { board: this.asked.board });
      this.draw([]);
      this.grid.cells[0].focus();
    } catch (error) {
      $("question-said").textContent = error instanceof Ended ? "Stopped." : error.message;
    }
  }

  async reply(square) {
    if (!this.asked || this.asked.isOver) return;
    const { topic, board } = this.asked;
    if (this.looked?.reasons[square[0]][square[1]]) {
      $("question-said").textContent = `That square is shut already. ${this.asked.text}`;
      return;
    }
    this.asked.isOver = true;
    try {
      const found = await this.python.ask("reply", { topic, board, square });
      $("question-said").textContent = found.text;
      this.memory.note(topic, found.is_right);
      this.draw([found.square]);
    } catch (error) {
      $("question-said").textContent = error instanceof Ended ? "Stopped." : error.message;
    }
  }

  draw(hinted) { this.grid.draw(this.asked.board, this.looked, { hinted, blamed: [] }); }
}
