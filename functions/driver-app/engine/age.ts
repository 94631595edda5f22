/** Full years of a person who was born on a day (`YYYY-MM-DD`), on another day. */
export function ageOn(dateOfBirth: string, today: string): number {
  const [year = 0] = dateOfBirth.split('-').map(Number);
  const [now = 0] = today.split('-').map(Number);
  return now - year - (today.slice(5) < dateOfBirth.slice(5) ? 1 : 0);
}
