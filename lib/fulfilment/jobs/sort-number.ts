/** Three digits, so that text order is number order. */
export function sortNumber(value: number): string {
  return String(value).padStart(3, '0');
}
