/** `YYYY-MM-DDTHH:MM:SS[.f][Z or offset]`; the zone may be missing, which means UTC (decision B35). */
const INSTANT =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * `2026-03-05T01:11:51.000Z` from any accepted spelling, undefined from anything else: also for 31 February, and where the
 * zone makes it a year that has not four digits, whose spelling would not sort among the others.
 */
export function readInstant(text: string): string | undefined {
  const match = INSTANT.exec(text.trim());
  if (!match?.[1]) return undefined;
  const local = match[1].replace(' ', 'T');
  const epochMs = Date.parse(`${local}${match[2]?.toUpperCase() ?? 'Z'}`);
  if (Number.isNaN(epochMs)) return undefined;
  const sameDay = new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`)).toISOString().slice(0, 10);
  const instant = new Date(epochMs).toISOString();
  return sameDay === local.slice(0, 10) && /^\d{4}-/.test(instant) ? instant : undefined;
}
