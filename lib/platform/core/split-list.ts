/** The values of a text separated by commas; empty ones are ignored. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
