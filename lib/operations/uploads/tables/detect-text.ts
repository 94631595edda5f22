/**
 * Encodings of files. The first four are detected: text that has no byte order mark and is not UTF-8 is read as
 * Windows-1252, a superset of Latin-1. The others can be chosen: short texts do not tell them apart.
 */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'koi8-r',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Separators that are detected. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The encoding of a file by its first bytes. */
export function detectEncoding(head: Uint8Array): Encoding {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const zeros = (offset: number) =>
    head.subarray(0, 400).filter((byte, index) => index % 2 === offset && byte === 0).length;
  const half = Math.min(head.length, 400) / 2;
  if (zeros(1) > half * 0.6) return 'utf-16le';
  if (zeros(0) > half * 0.6) return 'utf-16be';
  try {
    // Decoded as a stream, because the last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** A first line such as `sep=;`, by which spreadsheets name the separator. */
const NAMED = /^\uFEFF?"?sep=([,;|\t])"?[^\S\r\n]*\r?\n/i;

/** The separator that the first line names, as `sep=;` does; undefined when it does not. */
export function namedDelimiter(text: string): Delimiter | undefined {
  return NAMED.exec(text)?.[1] as Delimiter | undefined;
}

/** Number of lines that are checked for a separator. */
const LINES = 20;

/**
 * The separator of a table, from its first lines: the one that splits them into the same number of columns, and among
 * several of them the one with the most columns. Quoted text does not count.
 */
export function detectDelimiter(text: string): Delimiter {
  const lines = unquoted(text)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [first = 0] = counts;
    const alike = counts.filter((count) => count === first).length / Math.max(1, counts.length);
    return { delimiter, score: first === 0 ? 0 : alike * 100 + Math.min(first, 50) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function unquoted(text: string): string {
  return text.replaceAll(/"(?:[^"]|"")*"?/g, '');
}
