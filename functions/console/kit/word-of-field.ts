/**
 * What a field is called by its path, such as `settings.zones`: where the whole path has no word, its innermost parts, or its
 * outermost ones with the rest as it is. Undefined where none has one. `wordFor` looks up words.
 */
export function wordOfField(path: string, wordFor: (name: string) => string | undefined): string | undefined {
  const parts = path.split('.');
  for (let from = 0; from < parts.length; from += 1) {
    const word = wordFor(parts.slice(from).join(' '));
    if (word) return word;
  }
  for (let to = parts.length - 1; to > 0; to -= 1) {
    const word = wordFor(parts.slice(0, to).join(' '));
    if (word) return `${word}: ${parts.slice(to).join('.')}`;
  }
  return undefined;
}
