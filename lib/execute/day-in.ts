/** The current date in a time zone, such as `2026-03-05`. */
export function dayIn(timeZone: string, instantMs: number): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instantMs);
}
