import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type Delimiter, detectDelimiter, detectEncoding, type Encoding } from './detect-text.ts';

/** How to read the file; omitted settings are detected. */
export interface TextFormat {
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
}

/** A table that is read row by row. */
export interface OpenTable {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Names of the columns: the first row, each name once. */
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<readonly string[], void>;
}

/** A file that is no table, and why. */
export class NoTable extends Error {}

/** Number of bytes from which encoding and separator are detected. */
const HEAD_BYTES = 64 * 1024;

/** Longest row. Characters. */
const MAX_CHARACTERS = 200_000;

const MAX_COLUMNS = 200;

/** Opens a CSV file as a stream; nothing of it is stored. Throws NoTable. */
export async function openTable(
  bytes: AsyncIterable<Uint8Array>,
  format: TextFormat = {},
): Promise<OpenTable> {
  const source = bytes[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    head.push(value);
    size += value.length;
  }
  const first = Buffer.concat(head);
  const encoding = format.encoding ?? detectEncoding(first.subarray(0, HEAD_BYTES));
  const headText = new TextDecoder(encoding).decode(first.subarray(0, HEAD_BYTES), { stream: true });
  const delimiter = format.delimiter ?? detectDelimiter(headText);
  const rows = rowsOf(textOf(first, source, encoding), delimiter);
  const { value: header, done } = await rows.next();
  if (done || header.every((name) => name === ''))
    throw new NoTable('The file is empty: it has no row of column names.');
  if (header.length > MAX_COLUMNS) {
    throw new NoTable(`The file has ${header.length} columns, but at most ${MAX_COLUMNS} can be read.`);
  }
  return { encoding, delimiter, columns: eachOnce(header), rows };
}

async function* textOf(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding);
  try {
    yield decoder.decode(head, { stream: true });
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      yield decoder.decode(next.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await rest.return?.();
  }
}

async function* rowsOf(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<readonly string[], void> {
  const source = Readable.from(text);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_CHARACTERS,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser) {
      const cells = row as string[];
      if (cells.some((cell) => cell !== '')) yield cells;
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NoTable(`The file is not a CSV table separated by ${nameOf(delimiter)}: ${why}.`);
  } finally {
    source.destroy();
  }
}

function nameOf(delimiter: Delimiter): string {
  const names: Readonly<Record<Delimiter, string>> = {
    ',': 'commas',
    ';': 'semicolons',
    '\t': 'tabs',
    '|': 'bars',
  };
  return names[delimiter];
}

/** Column names; the second one of the same name is `Name (2)`, and one without a name is `Column 3`. */
function eachOnce(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((given, index) => {
    const name = given === '' ? `Column ${index + 1}` : given.slice(0, 200);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
