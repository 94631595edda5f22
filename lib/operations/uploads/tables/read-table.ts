import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { MAX_UPLOADED_ROWS } from '../upload.ts';
import {
  type Delimiter,
  detectDelimiter,
  detectEncoding,
  type Encoding,
  namedDelimiter,
} from './detect-text.ts';
import { type FILE_TYPES, NoTable } from './file-types.ts';
import { readExcel } from './read-excel.ts';

/** How to read the file; omitted settings are detected. */
export interface TextFormat {
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
}

/** A table that is read row by row. */
export interface OpenTable {
  readonly fileType: (typeof FILE_TYPES)[number];
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Names of the columns: the first row, each name once. */
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<readonly string[], void>;
}

/** Number of bytes from which encoding and separator are detected. */
const HEAD_BYTES = 64 * 1024;

/** Longest row. Characters. */
const MAX_CHARACTERS = 200_000;

const MAX_COLUMNS = 200;

/** Largest Excel workbook, which is unpacked in memory. Bytes. */
const MAX_EXCEL_BYTES = 12 * 1024 * 1024;

/** Text of a workbook at most: many cells can show one long text that is in the file once. Characters. */
const MAX_EXCEL_CHARACTERS = 64 * 1024 * 1024;

/** Opens a CSV file as a stream, or the first sheet of an Excel workbook. Throws NoTable. */
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
  if (startsWith(first, ZIP)) return openExcel(first, source);
  if (startsWith(first, OLD_EXCEL)) {
    throw new NoTable('The file is of the old Excel format (.xls). Save it as .xlsx or as CSV.');
  }
  if (startsWith(first, PDF)) throw new NoTable('The file is a PDF document. Upload a table: CSV or .xlsx.');
  const encoding = format.encoding ?? detectEncoding(first.subarray(0, HEAD_BYTES));
  const headText = new TextDecoder(encoding).decode(first.subarray(0, HEAD_BYTES), { stream: true });
  const named = namedDelimiter(headText);
  const delimiter = format.delimiter ?? named ?? detectDelimiter(headText);
  const rows = rowsOf(textOf(first, source, encoding), delimiter, named === undefined ? 1 : 2);
  return { fileType: 'csv', encoding, delimiter, columns: await columnsOf(rows), rows };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];
const PDF = [0x25, 0x50, 0x44, 0x46];

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

async function openExcel(head: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<OpenTable> {
  const parts = [head];
  let size = head.length;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    parts.push(next.value);
    size += next.value.length;
    if (size <= MAX_EXCEL_BYTES) continue;
    await rest.return?.();
    const most = MAX_EXCEL_BYTES / 1024 / 1024;
    throw new NoTable(`An Excel workbook can have at most ${most} MiB. Save the sheet as CSV.`);
  }
  const read = await readExcel(Buffer.concat(parts), { rows: MAX_UPLOADED_ROWS + 1, columns: MAX_COLUMNS });
  if ('unfit' in read) throw new NoTable(read.unfit);
  const rows = eachFilled(read.rows);
  return { fileType: 'xlsx', encoding: 'utf-8', delimiter: ',', columns: await columnsOf(rows), rows };
}

async function* eachFilled(rows: readonly (readonly string[])[]): AsyncGenerator<readonly string[], void> {
  let total = 0;
  for (const [index, cells] of rows.entries()) {
    const characters = cells.reduce((sum, { length }) => sum + length, 0);
    total += characters;
    if (characters > MAX_CHARACTERS || total > MAX_EXCEL_CHARACTERS) {
      throw new NoTable(`Row ${index + 1} of the Excel workbook has too much text. Shorten its cells.`);
    }
    if (characters > 0) yield cells;
  }
}

/** Takes the first row as the names of the columns. */
async function columnsOf(rows: AsyncGenerator<readonly string[], void>): Promise<readonly string[]> {
  const { value: header, done } = await rows.next();
  if (done || header.every((name) => name === ''))
    throw new NoTable('The file is empty: it has no row of column names.');
  if (header.length > MAX_COLUMNS) {
    throw new NoTable(`The file has ${header.length} columns, but at most ${MAX_COLUMNS} can be read.`);
  }
  return eachOnce(header);
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
  fromLine: number,
): AsyncGenerator<readonly string[], void> {
  const source = Readable.from(text);
  const parser = parse({
    delimiter,
    from_line: fromLine,
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
