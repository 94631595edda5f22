/**
 * The first characters of a text, at most `max` UTF-16 units. A surrogate pair that the cut would halve is left out:
 * half of one cannot be stored or sent.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
