import { orderInput } from '../../../ordering/orders/index.ts';
import { cutText } from '../../../platform/core/cut-text.ts';
import { describeIssues } from '../../../platform/core/describe-issues.ts';
import { ownValue } from '../../../platform/core/own-value.ts';
import { readPhoneNumber } from '../../../platform/core/read-phone-number.ts';
import type { Mapping } from '../columns/guess-mapping.ts';
import { type CellKind, importColumn, METADATA, ORDER_COLUMNS } from '../columns/import-columns.ts';
import { centsOf, decimalOf, kilogramsOf } from './read-amount.ts';
import { readItems } from './read-items.ts';
import type { DateOrder } from './read-moment.ts';
import { isOtherWindows, readTimes } from './read-times.ts';

/** What is wrong with a cell. */
export interface CellError {
  readonly column: string;
  readonly field: string;
  readonly value: string;
  readonly message: string;
}

/** A row as the body of an order, or the errors in its cells. */
export interface ReadRow {
  /** Fields of the order as a caller would send them, its `id` if the row names one, and an address in all its parts. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly CellError[];
  /** What is probably not meant, but can be imported. */
  readonly warnings: readonly CellError[];
  /** The value is so high that somebody has to confirm it. */
  readonly confirm: CellError | undefined;
  /** The column of each field that the row fills. */
  readonly columnOf: ReadonlyMap<string, string>;
}

/** Values above this need a confirmation (specification 4.8.3). Cents. */
const CONFIRM_CENTS = 1_000_00;

/** Values above this are refused (specification 4.8.3). Cents. */
const REFUSE_CENTS = 100_000_00;

/**
 * Longest text of a number, an amount, a time, a point or an id. Characters. Longer ones are not read at all: the patterns
 * of these kinds take very long for them.
 */
const LONGEST_VALUE = 300;

const LONG_KINDS: ReadonlySet<string> = new Set(['text', 'list', 'items', 'item']);

const NUMBERS_OF_ITEMS: ReadonlySet<string> = new Set(['items.count', 'items.valueCents', 'items.weight']);

/** Characters of a value that an error shows: it is stored with its row. */
const SHOWN_VALUE = 200;

/** How the rows of a file are read. */
export interface ReadingPlan {
  readonly mapping: Mapping;
  /** Values for the whole file: the texts of fields that no column fills, or whose cell is empty. */
  readonly values: Readonly<Record<string, string>>;
  /** That of times without a zone. */
  readonly timeZone: string;
  /** Decimals follow a comma, as in files whose cells are separated by semicolons. */
  readonly decimalComma: boolean;
  readonly dateOrder: DateOrder | null;
  /** Metadata fields whose cells are numbers in the whole file. */
  readonly numericMetadata: readonly string[];
}

/** A text with the column that it came from; a value for the whole file has none. */
interface Given {
  readonly column: string;
  readonly value: string;
}

/** Reads the cells of a row. `nowMs` decides whether a day without times can still begin at midnight. */
export function readRow(
  columns: readonly string[],
  cells: readonly string[],
  plan: ReadingPlan,
  nowMs: number,
): ReadRow {
  const texts = textsOf(columns, cells, plan);
  const data: Record<string, unknown> = {};
  const item: Record<string, unknown> = {};
  const errors: CellError[] = [...texts].flatMap(([field, text]) =>
    isTooLong(field, text.value) ? [{ field, ...text, message: TOO_LONG }] : [],
  );
  const given = new Map([...texts].filter(([field, { value }]) => !isTooLong(field, value)));
  const warnings: CellError[] = [];
  let confirm: CellError | undefined;
  for (const [field, { column, value }] of given) {
    const about = { column, field, value };
    const kind = importColumn(field)?.kind ?? 'text';
    if (kind === 'time' || kind === 'day' || kind === 'window' || isOtherWindows(field)) continue;
    const read = kind === 'item' ? readItem(field, value, plan) : readValue(field, value, plan);
    if ('wrong' in read) errors.push({ ...about, message: read.wrong });
    else if (field === 'valueCents' && Number(read.value) > REFUSE_CENTS) {
      errors.push({ ...about, message: 'is above 100,000, the highest value that a package can have.' });
    } else {
      if (field === 'valueCents' && Number(read.value) > CONFIRM_CENTS) {
        confirm = { ...about, message: 'is above 1,000 and has to be confirmed.' };
      }
      if (kind === 'item') item[field.slice('items.'.length)] = read.value;
      else put(data, field, read.value);
    }
    if (field.endsWith('PhoneNumber')) warnings.push(...doubtfulPhone(about, given));
  }
  const times = readTimes((field) => given.get(field)?.value, plan, nowMs);
  Object.assign(data, times.fields);
  for (const { field, message } of times.errors) {
    errors.push({
      column: given.get(field)?.column ?? field,
      field,
      value: given.get(field)?.value ?? '',
      message,
    });
  }
  if (Object.keys(item).length > 0) data.items = [...((data.items as unknown[]) ?? []), item];
  if (data.id === undefined) {
    data.deliveryMode ??= Object.keys(times.fields).length > 0 || data.deliveryWindowId ? 'scheduled' : 'now';
  } else clearEmptied(data, columns, plan.mapping);
  errors.push(...tooManyCells(columns, cells));
  const columnOf = new Map([...texts].map(([field, { column }]) => [field, column] as const));
  errors.push(...refusedByOrders(data, columnOf));
  return {
    data,
    errors: errors.map(shown),
    warnings: warnings.map(shown),
    confirm: confirm && shown(confirm),
    columnOf,
  };
}

const TOO_LONG = `has more than ${LONGEST_VALUE} characters, which no value of this field has.`;

function isTooLong(field: string, value: string): boolean {
  const kind = importColumn(field)?.kind ?? 'text';
  const isLongKind = LONG_KINDS.has(kind) && !NUMBERS_OF_ITEMS.has(field);
  return value.length > LONGEST_VALUE && !isLongKind;
}

/** The remark with as much of its value as tells which one it is. */
function shown(remark: CellError): CellError {
  const { value } = remark;
  return value.length > SHOWN_VALUE ? { ...remark, value: `${cutText(value, SHOWN_VALUE)}...` } : remark;
}

/** In the row of an order that it names by its id, an empty cell empties the field. */
function clearEmptied(data: Record<string, unknown>, columns: readonly string[], mapping: Mapping): void {
  for (const column of columns) {
    const field = ownValue(mapping, column);
    if (field && ORDER_COLUMNS.some((one) => one.field === field) && data[field] === undefined)
      data[field] = null;
  }
}

/** The texts of the row by the field that they fill; a cell comes before a value for the whole file. */
function textsOf(
  columns: readonly string[],
  cells: readonly string[],
  { mapping, values }: ReadingPlan,
): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (const [index, column] of columns.entries()) {
    const field = ownValue(mapping, column);
    const value = unescaped(cells[index] ?? '');
    if (field && value !== '') given.set(field, { column, value });
  }
  for (const [field, value] of Object.entries(values)) {
    if (value !== '' && !given.has(field)) given.set(field, { column: field, value });
  }
  return given;
}

/** Errors of the order's own fields, such as a text that is too long. */
function refusedByOrders(
  data: Readonly<Record<string, unknown>>,
  columnOf: ReadonlyMap<string, string>,
): readonly CellError[] {
  const parsed = orderInput.safeParse(data);
  if (parsed.success) return [];
  return Object.entries(describeIssues(parsed.error.issues, data, '')).map(([field, message]) => {
    const [top = ''] = field.split(/[.[]/);
    const value = data[top];
    const column = columnOf.get(field) ?? columnOf.get(top) ?? field;
    return { column, field, value: value === undefined ? '' : String(value), message };
  });
}

function tooManyCells(columns: readonly string[], cells: readonly string[]): readonly CellError[] {
  if (!cells.slice(columns.length).some((cell) => cell !== '')) return [];
  const value = cells[columns.length] ?? '';
  const message = `The row has ${cells.length} cells, but the table has ${columns.length} columns. Quote cells that contain the separator.`;
  return [{ column: `Column ${columns.length + 1}`, field: '', value, message }];
}

type Read = { readonly value: unknown } | { readonly wrong: string };

type Format = Pick<ReadingPlan, 'decimalComma' | 'numericMetadata'>;

function readValue(field: string, value: string, plan: Format): Read {
  const kind = importColumn(field)?.kind ?? 'text';
  switch (kind) {
    case 'id':
      return value.startsWith('ord_') ? { value } : { wrong: 'is not the id of an order, ord_...' };
    case 'point':
      return readPoint(value);
    case 'items':
      return /^\d{1,6}$/.test(value) ? { value: Number(value) } : { value: readItems(value) };
    case 'day':
    case 'window':
    case 'item':
    case 'time':
      return { wrong: 'is read with the other times of the row.' };
    default:
      if (field === 'weight') return readWeight(value, plan);
      if (plan.numericMetadata.includes(field)) return { value: isNumber(value) ? Number(value) : value };
      return READERS[kind](value, plan);
  }
}

const ITEM_KINDS: Readonly<Record<string, CellKind>> = {
  'items.count': 'whole',
  'items.valueCents': 'money',
};

function readItem(field: string, value: string, plan: Format): Read {
  if (field === 'items.weight') return readWeight(value, plan);
  return READERS[ownValue(ITEM_KINDS, field) ?? 'text'](value, plan);
}

const READERS: Readonly<Record<CellKind, (text: string, format: Format) => Read>> = {
  text: (value) => ({ value }),
  // A list that ends with a bar is split at bars alone: its entries may have commas.
  list: (text) => ({
    value: text
      .split(text.endsWith('|') ? '|' : /[|;,]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  }),
  whole: (text) =>
    /^[+-]?\d{1,15}(?:\.0+)?$/.test(text)
      ? { value: Number(text) }
      : { wrong: 'is not a whole number, such as 3.' },
  decimal: (text, { decimalComma }) => {
    const number = decimalOf(text, decimalComma);
    return number === undefined ? { wrong: 'is not a number, such as 2.5.' } : { value: number };
  },
  money: (text, { decimalComma }) => {
    const cents = centsOf(text, decimalComma);
    return cents === undefined ? { wrong: 'is not an amount, such as 25.90.' } : { value: cents };
  },
  time: () => ({ wrong: 'is read with the other times of the row.' }),
};

function readWeight(text: string, { decimalComma }: Format): Read {
  const kilograms = kilogramsOf(text, decimalComma);
  return kilograms === undefined
    ? { wrong: 'is not a weight, such as 2.5, 2.5 kg or 5 lb.' }
    : { value: kilograms };
}

/** `37.76, -122.42`, with or without brackets. */
function readPoint(text: string): Read {
  const [, lat, lng] =
    /^[[(]?\s*(-?\d{1,3}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*[\])]?$/.exec(text) ?? [];
  return lat === undefined || lng === undefined
    ? { wrong: 'is not a latitude and a longitude, such as 37.7612, -122.4217.' }
    : { value: { lat: Number(lat), lng: Number(lng) } };
}

/** A number as it would be written again: `12`, `2.5`, but neither `012` nor `1e5`. */
export function isNumber(text: string): boolean {
  return text.length <= 15 && String(Number(text)) === text;
}

/** A cell without what keeps spreadsheets from reading it as a number or a formula: `'02134`, `="02134"`. */
export function unescaped(cell: string): string {
  const [, protectedText] = /^="(.*)"$/.exec(cell) ?? [];
  if (protectedText !== undefined) return protectedText;
  return /^'[=+\-@\d]/.test(cell) ? cell.slice(1) : cell;
}

/**
 * A number that a spreadsheet shortened, or that is another one when a plus is put before it: spreadsheets drop both the
 * plus and a leading zero. Numbers of ten digits are national ones.
 */
function doubtfulPhone(
  { column, field, value }: Omit<CellError, 'message'>,
  given: ReadonlyMap<string, Given>,
): readonly CellError[] {
  const about = { column, field, value };
  if (/^\d[\d.]*e\+?\d+$/i.test(value)) {
    return [
      {
        ...about,
        message: 'was shortened by a spreadsheet. Format the column as text and enter the number again.',
      },
    ];
  }
  const digits = value.replaceAll(/[\s().-]/g, '');
  if (!/^[1-9]\d{10,14}$/.test(digits)) return [];
  const country = given.get(field.replace('PhoneNumber', 'AddressCountry'))?.value.toUpperCase() ?? '';
  const [national, abroad] = [readPhoneNumber(digits, country), readPhoneNumber(`+${digits}`, '')];
  if (national === undefined || abroad === undefined || national === abroad) return [];
  return [{ ...about, message: `is read as ${national}. If ${abroad} is meant, write it with the plus.` }];
}

function put(data: Record<string, unknown>, field: string, value: unknown): void {
  if (field.endsWith('Coordinates')) {
    const side = field.slice(0, -'Coordinates'.length);
    const { lat, lng } = value as { lat: number; lng: number };
    data[`${side}Lat`] = lat;
    data[`${side}Lng`] = lng;
  } else if (field === 'items' && typeof value === 'number') data.itemsCount = value;
  else if (!field.startsWith(METADATA)) data[field] = value;
  else data.orderMetadata = { ...(data.orderMetadata as object), [field.slice(METADATA.length)]: value };
}
