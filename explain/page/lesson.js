// The lesson: its stops as links, and the text of the one that is open.

class Lesson {
  constructor(player) {
    this.player = player;
    this.open = -1;
    this.root = document.getElementById("lesson");
    this.text = document.getElementById("stop-text");
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
    if (stop.board !== PLACE) this.player.open(stop.board);
    this.player.stand([stop.left, stop.right], [stop.left_position, stop.right_position]);
    return true;
  }

  next() {
    this.show((this.open + 1) % Math.max(DATA.lesson.length, 1));
  }
}
