/** Made on first use: it takes a twentieth of a cold start, and most texts are ASCII. */
let graphemes: Intl.Segmenter | undefined;

/** Maximum number of code points per character on average: a family emoji has 7, and nobody writes only those. */
const CODE_POINTS_OF_ONE = 4;

/**
 * Number of characters as people see them: an emoji or a letter with its accents is one. Endlessly piled
 * marks still count, so that a limit in characters also limits what is stored.
 */
export function charactersOf(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let seen = 0;
  for (const _ of graphemes.segment(text)) seen += 1;
  return Math.max(seen, Math.ceil([...text].length / CODE_POINTS_OF_ONE));
}
