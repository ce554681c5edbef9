// Predict: before a search propagates, the reader says which squares will go.

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
    const [, , row, column] = replay.lastStep;
    const what = this.batch.kind === PRUNED ? "will be pruned" : "will be refused before a free one is found";
    const check = el("button", { type: "button", class: "primary check" }, "Check");
    const skip = el("button", { type: "button", class: "skip" }, "Skip");
    check.addEventListener("click", () => this.check());
    skip.addEventListener("click", () => this.pane.endQuestion(this.batch.end));
    this.root.replaceChildren(
      el("p", {}, el("strong", {}, "Your turn. "), `After ${squareWords(row, column)}, which squares ${what}? Choose them on the board.`),
      el("div", { class: "buttons" }, check, skip));
    this.root.hidden = false;
  }

  toggle(square) {
    if (this.isChecked || !this.pane.replay.open[square] || this.pane.replay.isDecided(Math.floor(square / N), square % N)) return;
    if (!this.guesses.delete(square)) this.guesses.add(square);
  }

  // How a square stands in the question, as a class and in words.
  mark(square) {
    const isGuess = this.guesses.has(square);
    const goes = this.batch.squares.has(square);
    if (!this.isChecked) return isGuess ? { name: " guess", words: ", your guess" } : { name: "", words: "" };
    if (isGuess && goes) return { name: " right", words: ", you were right" };
    if (isGuess) return { name: " wrong", words: ", it stays" };
    return goes ? { name: " missed", words: ", you missed it" } : { name: "", words: "" };
  }

  check() {
    this.isChecked = true;
    const { search } = this.pane.replay;
    const squares = [...this.batch.squares];
    const reason = (square) => search.view.causes[search.steps[this.batch.squares.get(square)][4]];
    const where = (square) => squareWords(Math.floor(square / N), square % N);
    const line = (name, sign, square, words) => el("li", { class: name }, `${sign} ${where(square)} ${words}`);
    const right = squares.filter(([square]) => this.guesses.has(square));
    const missed = squares.filter(([square]) => !this.guesses.has(square));
    const wrong = [...this.guesses].filter((square) => !this.batch.squares.has(square));
    const goOn = el("button", { type: "button", class: "primary go-on" }, "Go on");
    goOn.addEventListener("click", () => this.pane.endQuestion(this.batch.end));
    this.root.replaceChildren(
      el("p", {}, el("strong", {}, `${right.length} right, ${missed.length} missed, ${wrong.length} wrong.`)),
      el("ul", {},
        ...wrong.map((square) => line("wrong", "✗", square, "stays: nothing takes it at this point")),
        ...missed.map(([square]) => line("missed", "○", square, `goes: ${reason(square)}`)),
        ...right.map(([square]) => line("right", "✓", square, `goes: ${reason(square)}`))),
      el("div", { class: "buttons" }, goOn));
    this.pane.board.draw();
    goOn.focus({ preventScroll: true });
  }

  end() {
    this.root.hidden = true;
    this.root.replaceChildren();
  }
}
