// The player: moves both panes through time, by buttons, keys, links and the lesson.

const $ = (id) => document.getElementById(id);

class Player {
  constructor() {
    this.isPlaying = false;
    this.isTied = true;
    this.isPredicting = false;
    this.isCounting = false;
    this.active = 0;
    this.moment = 0;
    this.isAtStop = false;
    this.open(0);
    this.lesson = new Lesson(this);
    this.address = new Address(this);
    this.listen();
    if (!this.address.read()) this.goTo(0);
  }

  // Show another of the page's boards, with its first two searches.
  open(place) {
    this.pause();
    useBoard(place);
    $("panes").replaceChildren();
    this.active = 0;
    const names = [...SEARCHES.keys()];
    this.panes = names.slice(0, 2).map((name, side) => new Pane(this, side, name));
    document.body.classList.toggle("single", this.panes.length === 1);
    document.querySelector(".board-words").textContent = BOARD.words;
    $("tie").hidden = this.panes.length < 2;
    drawLegend($("cause-legend"), $("line-legend"), $("counted"));
    this.relate();
  }

  // after a pane has changed its search
  relate() {
    const [left, right] = this.panes;
    left.relate(right ?? null);
    right?.relate(left);
    if (!right) {
      this.moments = Array.from({ length: left.length + 1 }, (_, position) => [position]);
      return;
    }
    const searches = this.panes.map((pane) => pane.replay.search);
    this.moments = searches[0].tree.parent.length >= searches[1].tree.parent.length
      ? timeline(searches[0], searches[1])
      : timeline(searches[1], searches[0]).map(([x, y]) => [y, x]);
  }

  show(side, approach) {
    this.pause();
    const position = this.panes[1 - side]?.position ?? 0;
    this.panes[side].load(approach);
    this.relate();
    if (this.isTied && this.panes.length > 1) this.jump(1 - side, position);
    else this.draw();
  }

  choosePane(side) {
    if (this.active === side) return;
    this.active = side;
    if (!this.isTied) this.draw();
  }

  get end() {
    return this.isTied ? this.moments.length - 1 : this.panes[this.active].length;
  }

  get time() {
    return this.isTied ? this.moment : this.panes[this.active].position;
  }

  goTo(time) {
    const to = Math.max(0, Math.min(time, this.end));
    this.isAtStop = false;
    if (this.isTied) {
      this.moment = to;
      this.panes.forEach((pane, side) => pane.goTo(this.moments[to][side]));
    } else {
      this.panes[this.active].goTo(to);
    }
    this.draw();
  }

  // Go to where the search in a pane has made `position` steps.
  jump(side, position) {
    this.pause();
    this.active = side;
    if (!this.isTied) return this.goTo(position);
    return this.goTo(this.momentOf(side, position));
  }

  momentOf(side, position) {
    let [low, high] = [0, this.moments.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle][side] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  draw() {
    for (const pane of this.panes) {
      pane.draw();
      pane.root.classList.toggle("active", !this.isTied && pane.side === this.active && this.panes.length > 1);
    }
    drawChart($("chart"), this.panes);
    $("scrub").max = this.end;
    $("scrub").value = this.time;
    const pane = this.isTied ? "" : `${this.panes[this.active].replay.search.approach}, `;
    $("scrub").setAttribute("aria-valuetext", `${pane}step ${this.time} of ${this.end}`);
    $("position").textContent = `${this.time.toLocaleString("en")} / ${this.end.toLocaleString("en")}`;
    this.address.write();
  }

  // One step on. Returns whether there was one to make.
  step() {
    const asking = this.panes.find((pane) => pane.question);
    if (asking) {
      if (asking.question.isChecked) asking.endQuestion(asking.question.batch.end);
      else asking.question.check();
      return false;
    }
    if (this.time >= this.end) return false;
    const before = this.panes.map((pane) => pane.position);
    this.goTo(this.time + 1);
    if (this.isPredicting) this.askAfter(before);
    return true;
  }

  askAfter(before) {
    const sides = this.isTied ? [1, 0] : [this.active];
    for (const side of sides) {
      const pane = this.panes[side];
      if (pane && pane.position > before[side] && pane.ask()) {
        this.pause();
        return;
      }
    }
  }

  // To the next (or previous) moment at which a watched search has just taken such a step.
  seek(direction, kinds) {
    this.pause();
    const sides = this.isTied ? this.panes.map((pane) => pane.side) : [this.active];
    for (let time = this.time + direction; time >= 0 && time <= this.end; time += direction) {
      const isThere = sides.some((side) => {
        const position = this.isTied ? this.moments[time][side] : time;
        const before = this.isTied ? this.moments[time - 1]?.[side] : time - 1;
        return position > 0 && position !== before && kinds.includes(this.panes[side].replay.search.steps[position - 1][0]);
      });
      if (!isThere && time > 0) continue;
      const before = this.panes.map((pane) => pane.position);
      this.goTo(time);
      if (this.isPredicting && direction > 0) this.askAfter(before);
      return;
    }
    if (direction > 0) this.goTo(this.end);
  }

  play() {
    if (this.isPlaying) return this.pause();
    if (this.time >= this.end) this.goTo(0);
    this.isPlaying = true;
    this.showPlaying();
    let owed = 0;
    let before = performance.now();
    const tick = (now) => {
      if (!this.isPlaying) return;
      owed += ((now - before) * Number($("speed").value)) / 1000;
      before = now;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps > 1 && !this.isPredicting) this.goTo(this.time + steps);
      else if (steps > 0) this.step();
      if (this.time >= this.end) this.pause();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    return undefined;
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.showPlaying();
    this.address.write();
  }

  showPlaying() {
    document.body.classList.toggle("playing", this.isPlaying);
    $("play").setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  tie(isTied) {
    this.pause();
    const { position } = this.panes[this.active];
    this.isTied = isTied || this.panes.length === 1;
    $("tie").setAttribute("aria-pressed", this.isTied);
    $("tie").textContent = this.isTied ? "In step" : "Free";
    if (this.isTied) this.jump(this.active, position);
    else this.draw();
  }

  setPredicting(isOn) {
    this.isPredicting = isOn;
    $("predict").setAttribute("aria-pressed", isOn);
    if (!isOn) for (const pane of this.panes) pane.endQuestion(null);
    this.draw();
  }

  setCounting(isOn) {
    this.isCounting = isOn;
    this.draw();
  }

  // Put searches into the panes; a name that is none leaves its pane as it is.
  load(names) {
    this.panes.forEach((pane, side) => {
      if (SEARCHES.has(names[side])) pane.load(names[side]);
    });
    this.relate();
  }

  // Stand at one position in each pane, exactly, whatever the common time says.
  stand(names, positions) {
    this.pause();
    if (this.panes.length > 1) this.tie(true);
    this.load(names);
    this.moment = Math.max(...this.panes.map((_, side) => this.momentOf(side, positions[side])));
    this.panes.forEach((pane, side) => pane.goTo(positions[side]));
    this.isAtStop = true;
    this.draw();
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    $("theme-button").textContent = theme === "dark" ? "Light" : "Dark";
  }

  get isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  changeSpeed(by) {
    const speed = $("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.selectedIndex + by, speed.length - 1));
  }

  get actions() {
    return {
      " ": () => this.play(),
      ArrowRight: () => { this.pause(); this.step(); },
      ArrowLeft: () => { this.pause(); this.goTo(this.time - 1); },
      ArrowDown: () => this.seek(1, [DECISION]),
      ArrowUp: () => this.seek(-1, [DECISION]),
      Home: () => { this.pause(); this.goTo(0); },
      End: () => { this.pause(); this.goTo(this.end); },
      n: () => this.seek(1, [FAILURE]),
      s: () => this.seek(1, [SOLUTION]),
      "+": () => this.changeSpeed(1),
      "-": () => this.changeSpeed(-1),
      f: () => this.tie(!this.isTied),
      1: () => this.choosePane(0),
      2: () => this.choosePane(this.panes.length - 1),
      p: () => this.setPredicting(!this.isPredicting),
      c: () => this.setCounting(!this.isCounting),
      l: () => this.lesson.next(),
      t: () => this.setTheme(this.isDark ? "light" : "dark"),
      "?": () => $("keys").showModal(),
    };
  }

  listen() {
    const { actions } = this;
    const clicks = {
      "to-start": "Home", "back-node": "ArrowUp", back: "ArrowLeft", play: " ", step: "ArrowRight",
      "next-node": "ArrowDown", "to-end": "End", tie: "f", predict: "p", "theme-button": "t", "keys-button": "?",
    };
    for (const [id, key] of Object.entries(clicks)) $(id).addEventListener("click", actions[key]);
    $("scrub").addEventListener("input", () => { this.pause(); this.goTo(Number($("scrub").value)); });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, dialog")) return;
      if (event.target.closest("button, a") && [" ", "Enter"].includes(event.key)) return;
      if (event.target.id === "scrub" && event.key !== " ") return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
    drawTreeLegend($("tree-legend"));
    $("theme-button").textContent = this.isDark ? "Light" : "Dark";
  }
}
