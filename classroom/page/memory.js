// What was mistaken comes again: kept in this browser, later and later as it is answered right.

const KEPT = "queens-classroom/memory";
const MINUTES = [10, 24 * 60, 3 * 24 * 60, 7 * 24 * 60, 21 * 24 * 60];

export class Memory {
  constructor(onChange) {
    this.onChange = onChange;
    this.kept = { topics: {}, exercises: {}, predicted: { right: 0, missed: 0, wrong: 0 }, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  }

  // A topic is known from the first mistake on; a search of one's own has none.
  note(topic, isRight) {
    if (!topic) return;
    const one = this.kept.topics[topic];
    if (!one && isRight) return;
    const step = isRight ? Math.min(one.step + 1, MINUTES.length - 1) : 0;
    const right = (one?.right ?? 0) + Number(isRight);
    const missed = (one?.missed ?? 0) + Number(!isRight);
    this.kept.topics[topic] = { step, right, missed, due: Date.now() + 60_000 * MINUTES[step] };
    this.keep();
  }

  tried(exercise, isRight) {
    const one = this.kept.exercises[exercise] ?? { tries: 0, passed: null };
    this.kept.exercises[exercise] = { tries: one.tries + 1, passed: one.passed ?? (isRight ? new Date().toISOString() : null) };
    this.keep();
  }

  predicted(part) {
    const { predicted } = this.kept;
    for (const name of Object.keys(predicted)) predicted[name] += part[name];
    this.keep();
  }

  get score() {
    const { right, missed, wrong } = this.kept.predicted;
    return `Squares you have predicted so far: ${right} right, ${missed} missed, ${wrong} wrong.`;
  }

  keep() {
    localStorage.setItem(KEPT, JSON.stringify(this.kept));
    this.onChange?.();
  }

  // The topics, the most overdue first.
  get topics() {
    return Object.entries(this.kept.topics).map(([name, one]) => ({ name, ...one })).sort((a, b) => a.due - b.due);
  }

  get text() { return `${JSON.stringify({ made: new Date().toISOString(), ...this.kept }, null, 2)}\n`; }
}

// When it comes again, in words.
export function until(due) {
  const minutes = Math.ceil((due - Date.now()) / 60_000);
  if (minutes <= 0) return "now";
  if (minutes < 60) return `in ${minutes} min`;
  const hours = Math.round(minutes / 60);
  const days = Math.round(hours / 24);
  if (hours < 24) return `in ${hours} h`;
  return days === 1 ? "tomorrow" : `in ${days} days`;
}
