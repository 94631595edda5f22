/** Longest name worth comparing: beyond it, typing errors cannot be distinguished from nonsense. */
const COMPARABLE = 128;

/**
 * The candidate closest to a mistyped name, or undefined when none is close. Case, `_` and `.` do not count,
 * so `order.dropoff_start_time` finds `order.dropoffStartTime`. The first candidate wins ties.
 */
export function nearestMatch(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > COMPARABLE) return undefined;
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, folded, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '');
}

/** Levenshtein distance, or `bound` as soon as it cannot be less. */
function editDistance(a: string, b: string, bound: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const distance = Math.min(replaced, previous[j]! + 1, current[j - 1]! + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    if (least >= bound) return bound;
    previous = current;
  }
  return previous[b.length]!;
}
