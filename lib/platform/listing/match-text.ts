/** Whether one of the values is among the accepted ones, in any case; none accepted = no limit. */
export function isOneOf(
  accepted: readonly string[] | undefined,
  values: readonly (string | undefined)[],
): boolean {
  if (!accepted || accepted.length === 0) return true;
  const lower = accepted.map((value) => value.toLowerCase());
  return values.some((value) => value !== undefined && lower.includes(value.toLowerCase()));
}

/** Whether one of the values contains the part, in any case and without the space around it; no part = no limit. */
export function isPartOf(part: string | undefined, values: readonly (string | undefined)[]): boolean {
  const lower = part?.trim().toLowerCase();
  return !lower || values.some((value) => value?.toLowerCase().includes(lower));
}
