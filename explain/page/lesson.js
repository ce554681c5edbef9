// The lesson: its stops as links, and the text of the one that is open.

class Lesson {
  constructor(player) {
    this.player = player;
    this.open = -1;
    this.root = document.getElementById("lesson");
    this.text = document.getElementById("stop-text");
    this.landscape = new Landscape(document.getElementById("landscape"));
    if (!DATA.lesson.length) return;
    this.root.hidden = false;
    this.links = DATA.lesson.map((stop, number) => {
      const link = el("a", { href: `#stop=${number + 1}` },
        el("span", { class: "stop-number" }, `${number + 1}`), el("span", { class: "stop-title" }, stop.title));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.show(number);
      });
      return link;
    });
    document.getElementById("stops").replaceChildren(...this.links.map((link) => el("li", {}, link)));
  }

  // Open a stop, with its searches in the panes, at the moment it is about.
  show(number) {
    const stop = DATA.lesson[number];
    if (!stop) return false;
    this.open = number;
    this.text.hidden = false;
    this.text.querySelector("h2").textContent = stop.title;
    this.text.querySelector("p").textContent = unbroken(stop.text);
    this.links.forEach((link, place) => {
      if (place === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    this.landscape.show(stop.landscape ?? []);
    if (stop.board !== PLACE) this.player.open(stop.board);
    this.player.stand([stop.left, stop.right], [stop.left_position, stop.right_position]);
    return true;
  }

  next() {
    this.show((this.open + 1) % Math.max(DATA.lesson.length, 1));
  }
}

// Repair, board after board: a number on each square, the lowest of them to be found by the reader.
class Landscape {
  constructor(root) {
    this.root = root;
    [this.table, this.said, this.button] = root.children;
    this.button.addEventListener("click", () => this.draw((this.place + 1) % this.frames.length));
  }

  show(frames) {
    this.frames = frames;
    this.root.hidden = !frames.length;
    if (frames.length) this.draw(0);
  }

  draw(place) {
    this.place = place;
    const { queens, costs, text } = this.frames[place];
    const most = Math.max(...this.frames.flatMap((frame) => frame.costs.flat()));
    this.table.replaceChildren(el("tbody", {}, ...costs.map((row, r) => el("tr", {}, ...row.map((cost, column) => {
      const isQueen = queens[r] === column;
      const cell = el("td", { class: isQueen ? "queen" : "", "aria-label": `${squareWords(r, column)}: ${isQueen ? "a queen" : cost}` }, isQueen ? "♛" : `${cost}`);
      cell.style.setProperty("--height", `${Math.round((70 * cost) / most)}%`);
      return cell;
    })))));
    this.said.textContent = text;
    const isLast = place === this.frames.length - 1;
    const next = this.frames[place + 1]?.text ?? "";
    this.button.textContent = isLast ? "From the beginning" : next.startsWith("A new start") ? "Start anew" : "Make the best move";
  }
}
