// The board in a notebook: its squares go to Python, and what Python says of them is drawn.

const STYLE = "$style";
const CROWN = "$crown";
const OWN_STYLE = `
  .widget { font: 15px/1.45 system-ui, sans-serif; background: var(--ground); color: var(--ink); padding: 12px; border-radius: 14px; max-width: 520px; }
  .settings { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-bottom: 8px; }
  .cell { font-size: 15px; }
  p { min-height: 1.5em; margin: 6px 0; }`;

function render({ model, el: place }) {
  const tree = place.attachShadow({ mode: "open" });
  tree.innerHTML = `<style>${STYLE}${OWN_STYLE}</style><svg width="0" height="0" class="defs" aria-hidden="true">${CROWN}</svg>`;
  const tool = select("A click", [["placed", "places a queen"], ["blocked", "blocks a square"]]);
  const propagator = select("A hint from", model.get("hints").map((name) => [name, name]));
  const clear = el("button", { type: "button" }, "Clear");
  const through = el("button", { type: "button", "aria-pressed": "false" }, "How many through each square");
  const hint = el("button", { type: "button" }, "Give a hint");
  const blame = el("button", { type: "button" }, "Which queens are to blame?");
  const [frame, said, left, told] = [el("div", { class: "board-frame" }), el("p"), el("p"), el("p", { role: "status" })];
  const steps = el("ol", { class: "steps" });
  tree.append(el("div", { class: "widget" },
    el("div", { class: "settings" }, ...tool, clear), frame, said, left,
    el("div", { class: "settings" }, through, blame), el("div", { class: "settings" }, ...propagator, hint), told, steps));

  const grid = new BoardGrid(frame, change, (text) => { said.textContent = text; });

  function change(row, column) {
    const board = model.get("squares");
    const name = tool[1].value;
    const isThere = ([r, c]) => r === row && c === column;
    const was = board[name].some(isThere);
    // a row holds one queen: a second one takes the first one's place
    const others = board[name].filter((square) => !isThere(square) && (name !== "placed" || square[0] !== row));
    keep({ ...board, [name]: was ? others : [...others, [row, column]] });
  }

  function keep(board) {
    model.set("squares", board);
    model.save_changes();
    draw();
  }

  function draw() {
    const [board, answer, count] = ["squares", "told", "left"].map((name) => model.get(name));
    const isThrough = through.getAttribute("aria-pressed") === "true";
    const marks = { hinted: answer.steps.length ? [] : answer.squares, blamed: answer.steps.length ? answer.squares : [], through: isThrough ? count.by_square : null };
    grid.draw(board, model.get("looked"), marks);
    left.textContent = `Solutions left: ${count.is_all ? "" : "at least "}${count.count.toLocaleString("en")}`;
    told.textContent = answer.text;
    steps.replaceChildren(...answer.steps.map((step) => el("li", {}, step)));
  }

  clear.onclick = () => keep({ ...model.get("squares"), placed: [], blocked: [] });
  hint.onclick = () => model.send({ ask: "hint", name: propagator[1].value });
  blame.onclick = () => model.send({ ask: "conflict" });
  through.onclick = () => {
    through.setAttribute("aria-pressed", through.getAttribute("aria-pressed") !== "true");
    draw();
  };
  const changed = ["squares", "looked", "left", "told"].map((name) => `change:${name}`);
  changed.forEach((name) => model.on(name, draw));
  draw();
  return () => changed.forEach((name) => model.off(name, draw));
}

let made = 0;

// A label and its list of choices.
function select(label, choices) {
  const id = `choice-${made++}`;
  return [el("label", { for: id }, label), el("select", { id }, ...choices.map(([value, words]) => el("option", { value }, words)))];
}

export default { render };
