/** The smallest value that at least `percent` of the values do not exceed (nearest rank); NaN for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const rank = Math.ceil((percent / 100) * values.length);
  return values.toSorted((a, b) => a - b)[Math.max(0, rank - 1)] ?? Number.NaN;
}
