/** The first `max` characters of a text. A surrogate pair the cut would halve is left out, as half can not be stored. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
