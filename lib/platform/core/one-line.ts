/** The text as one line: a line break in the subject of an e-mail would start another header. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
