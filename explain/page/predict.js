// Predict: before a search propagates, the reader says which squares it will rule out.

// A line for each reason, with the squares that have it.
function reasonLines(sign, squares, reason) {
  const byReason = groupBy(squares, reason);
  return [...byReason].map(([words, alike]) => {
    const where = alike.map((square) => squareWords(Math.floor(square / N), square % N)).join(" ");
    return el("li", {}, unbroken(`${sign} ${where}, ${words}`));
  });
}

class Question {
  constructor(pane, batch) {
    this.pane = pane;
    this.batch = batch;
    this.guesses = new Set();
    this.isChecked = false;
    this.root = pane.root.querySelector(".question");
    this.ask();
  }

  ask() {
    const { replay } = this.pane;
    const [kind, , row, column] = replay.lastStep;
    const what = this.batch.kind === PRUNED ? "will be pruned" : "will be refused before a free one is found";
    const after = kind === REFUTATION ? "With" : "With a queen on";
    const ruledOut = kind === REFUTATION ? " ruled out" : "";
    const check = el("button", { type: "button", class: "primary check" }, "Check");
    const skip = el("button", { type: "button", class: "skip" }, "Skip");
    check.addEventListener("click", () => this.check());
    skip.addEventListener("click", () => this.pane.endQuestion(this.batch.end));
    this.root.replaceChildren(
      el("p", {}, el("strong", {}, "Your turn. "), unbroken(`${after} ${squareWords(row, column)}${ruledOut}, which squares ${what}? Choose them on the board.`)),
      el("div", { class: "buttons" }, check, skip));
    this.root.hidden = false;
    this.pane.root.classList.add("asking");
  }

  toggle(square) {
    if (this.isChecked || !this.pane.replay.open[square] || this.pane.replay.isDecided(Math.floor(square / N), square % N)) return;
    if (!this.guesses.delete(square)) this.guesses.add(square);
  }

  // How a square stands in the question, as a class and in words.
  mark(square) {
    const isGuess = this.guesses.has(square);
    const isIn = this.batch.squares.has(square);
    if (!this.isChecked) return isGuess ? { name: " guess", words: ", your guess" } : { name: "", words: "" };
    if (isGuess && isIn) return { name: " right", words: ", you were right" };
    if (isGuess) return { name: " wrong", words: ", it stays" };
    return isIn ? { name: " missed", words: ", you missed it" } : { name: "", words: "" };
  }

  check() {
    this.isChecked = true;
    const { search } = this.pane.replay;
    const squares = [...this.batch.squares.keys()];
    const reason = (square) => search.view.causes[search.steps[this.batch.squares.get(square)][4]];
    const right = squares.filter((square) => this.guesses.has(square));
    const missed = squares.filter((square) => !this.guesses.has(square));
    const wrong = [...this.guesses].filter((square) => !this.batch.squares.has(square));
    const goOn = el("button", { type: "button", class: "primary go-on" }, "Go on");
    goOn.addEventListener("click", () => this.pane.endQuestion(this.batch.end));
    this.root.replaceChildren(
      el("p", {}, el("strong", {}, `${right.length} right, ${missed.length} missed, ${wrong.length} wrong.`)),
      el("ul", {},
        ...reasonLines("✗ stays:", wrong, () => "nothing rules it out at this point"),
        ...reasonLines("○ missed:", missed, reason),
        ...reasonLines("✓ right:", right, reason)),
      el("div", { class: "buttons" }, goOn));
    this.pane.board.draw();
    const detail = { right: right.length, missed: missed.length, wrong: wrong.length };
    document.dispatchEvent(new CustomEvent("predicted", { detail }));
    goOn.focus({ preventScroll: true });
  }

  end() {
    this.root.hidden = true;
    this.pane.root.classList.remove("asking");
    this.root.replaceChildren();
  }
}
