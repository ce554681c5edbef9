// Solutions left: those that fit what is open now, in all and through each square. They are counted
// from the leaves of the tree, which the page has anyway.

// The solutions that a search finds, each as its columns; null where the page does not hold them all.
function solutionsOf({ task, steps }) {
  if (task !== "all" || steps.some(([kind, , , , solutions]) => kind === HIDDEN && solutions)) return null;
  return steps.filter(([kind]) => kind === SOLUTION).map((step) => step.slice(2));
}

function solutionsLeft(replay) {
  const { solutions } = replay.search;
  const left = solutions.filter((columns) => columns.every((column, row) => replay.open[row * N + column]));
  const through = new Int32Array(N * N);
  for (const columns of left) columns.forEach((column, row) => { through[row * N + column] += 1; });
  return { words: `${left.length.toLocaleString("en")} of ${solutions.length.toLocaleString("en")} left`, through };
}
