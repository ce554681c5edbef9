// The chart of Measure: a line a search, over the boards, on a logarithmic scale.

import { el } from "./elements.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 300, 64, 150, 14, 34];
// no search is told by its colour alone: each line has dashes and a name of its own
const LOOKS = ["column", "up", "down", "hall", "support", "step", "region", "own"];
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

// Draw `what` (nodes or solve_s) of each row; a row has a board, an approach and the figures.
export function drawLines(svg, measured, what, words) {
  // the browser's clock tells no less than 0.1 ms
  const rows = measured.map((one) => ({ ...one, [what]: Math.max(one[what], what === "nodes" ? 1 : 1e-4) }));
  const boards = [...new Set(rows.map((one) => one.board))];
  const names = [...new Set(rows.map((one) => one.approach))];
  const values = rows.map((one) => one[what]);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1);
  const x = (board) => LEFT + ((WIDTH - LEFT - RIGHT) * (boards.indexOf(board) + 0.5)) / boards.length;
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (Math.log10(value) - low)) / (high - low);
  const scale = Array.from({ length: high - low + 1 }, (_, step) => low + step).flatMap((power) => [
    el("line", { class: "grid-line", x1: LEFT, x2: WIDTH - RIGHT, y1: y(10 ** power), y2: y(10 ** power) }),
    el("text", { x: LEFT - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, words(10 ** power)),
  ]);
  const below = boards.map((board) => el("text", { x: x(board), y: HEIGHT - 10, "text-anchor": "middle" }, board.split(",")[0]));
  const ends = spread(names.map((name) => y(rows.findLast((one) => one.approach === name)[what])));
  const lines = names.flatMap((name, place) => {
    const own = rows.filter((one) => one.approach === name);
    const look = `stroke: var(--${LOOKS[place % LOOKS.length]}); stroke-dasharray: ${DASHES[place % DASHES.length]}`;
    const path = own.map((one, step) => `${step ? "L" : "M"}${x(one.board)} ${y(one[what])}`).join("");
    return [
      el("path", { class: "measured", d: path, style: look }),
      ...own.map((one) => el("circle", { cx: x(one.board), cy: y(one[what]), r: 3.5, style: `fill: var(--${LOOKS[place % LOOKS.length]})` })),
      el("line", { class: "measured", x1: WIDTH - RIGHT + 4, x2: WIDTH - RIGHT + 28, y1: ends[place], y2: ends[place], style: look }),
      el("text", { x: WIDTH - RIGHT + 33, y: ends[place] + 4 }, name),
    ];
  });
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("aria-label", `${what === "nodes" ? "Nodes" : "Times"} of ${names.join(", ")} on ${boards.join(", ")}; the table has the figures`);
  svg.replaceChildren(...scale, ...below, ...lines);
}

// The heights of the names, moved apart where they would overlap.
function spread(heights) {
  const order = heights.map((height, place) => [height, place]).sort((a, b) => a[0] - b[0]);
  const moved = [];
  let last = -Infinity;
  for (const [height, place] of order) {
    last = Math.max(height, last + 15);
    moved[place] = last;
  }
  const over = Math.max(0, last - (HEIGHT - 6));
  return moved.map((height) => height - over);
}
