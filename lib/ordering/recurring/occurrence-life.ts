/** How long what is known of an occurrence is kept after its day: 100 days, so that a recurring order stays readable at once. */
const LIFE_SECONDS = 100 * 24 * 3600;

/** When what is known of an occurrence on this day expires, in seconds since the epoch. */
export function lifeAfter(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 1000) + LIFE_SECONDS;
}
