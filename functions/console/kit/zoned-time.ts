/** The local time in a zone at an instant, as `2026-11-24T14:05`; empty if the text is not an instant. */
export function localIn(zone: string, instant: string): string {
  const ms = Date.parse(instant);
  return Number.isFinite(ms) ? new Date(ms + offsetAt(zone, ms)).toISOString().slice(0, 16) : '';
}

/**
 * The instant at which clocks in a zone show a local time, daylight saving time included; any other text stays as it
 * is.
 */
export function instantIn(zone: string, local: string): string {
  const asUtc = Date.parse(`${local}Z`);
  if (!Number.isFinite(asUtc)) return local;
  return new Date(asUtc - offsetAt(zone, asUtc - offsetAt(zone, asUtc))).toISOString();
}

/** How far the clocks of a zone are ahead of UTC at that time. Milliseconds. */
function offsetAt(timeZone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

/** A day as many days later. */
export function plus(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
