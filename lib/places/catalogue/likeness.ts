/** Minimum similarity of results: half of the three-letter sequences are the same. */
const THRESHOLD = 0.5;

/**
 * How well texts match a question, from 0 to 1; undefined when they do not. Every word of the question counts by the
 * most similar word of the texts, so that word order, endings and typing errors make little difference.
 */
export function likeness(question: string, texts: readonly string[]): number | undefined {
  const wanted = wordsOf(question);
  const known = texts.flatMap(wordsOf).map(trigramsOf);
  if (wanted.length === 0) return 1;
  let sum = 0;
  for (const word of wanted) {
    const asked = trigramsOf(word);
    sum += Math.max(0, ...known.map((word) => overlap(asked, word)));
  }
  const mean = sum / wanted.length;
  return mean >= THRESHOLD ? mean : undefined;
}

function wordsOf(text: string): readonly string[] {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Three-letter sequences, with the edges of the word: ` ap`, `app`, `ppl`, `ple`, `le `. */
function trigramsOf(word: string): ReadonlySet<string> {
  const padded = ` ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}

/** Share of sequences that both words have in common. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((each) => b.has(each)).length;
  return (2 * shared) / (a.size + b.size);
}
