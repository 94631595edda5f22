import { readPointer } from '../../../../platform/core/json-pointer.ts';
import { ownValue } from '../../../../platform/core/own-value.ts';
import { importColumn, METADATA, type ReadingPlan, readRow } from '../../../uploads/index.ts';
import type { NewsLine, NewsProblem, ReadingContext, ShopNews } from '../shop-adapter.ts';
import { type Found, textOf } from './find-value.ts';
import type { ShopMapping } from './shop-mapping.ts';

/** Items of one order at most. */
const MAX_LINES = 500;

/** What the items of a mapping can have: the parts that columns of a file can fill, and texts of the item. */
export const ITEM_SOURCES = [
  'id',
  'description',
  'count',
  'valueCents',
  'weight',
  'category',
  'barcode',
  'externalProductId',
] as const;

/** Those that are read as the columns `items.count` and so on of a file. */
const AS_COLUMNS: readonly string[] = ['count', 'valueCents', 'weight'];

/** What a message reports, by the mapping of its shop. */
export function readMapped(
  message: { readonly topic: string; readonly body: unknown },
  mapping: ShopMapping,
  context: ReadingContext,
): ShopNews {
  const { body } = message;
  const id = textOf(body, mapping.orderId);
  if ('wrong' in id || id.text === '') {
    const why =
      'wrong' in id ? id.wrong : `The message has nothing at ${mapping.orderId}. Correct mapping.orderId.`;
    return { kind: 'unreadable', shopOrderId: null, problems: [{ field: 'orderId', message: why }] };
  }
  const shopOrderId = id.text.slice(0, 200);
  const version = versionOf(body, mapping);
  if (typeof version === 'object' && version !== null) {
    return { kind: 'unreadable', shopOrderId, problems: [version] };
  }
  const kind = kindOf(message, mapping);
  if (mapping.kind?.ignored.includes(kind)) {
    return { kind: 'nothing', shopOrderId, reason: `"${kind}" is ignored by the mapping.` };
  }
  if (mapping.kind?.cancelled.includes(kind)) {
    return { kind: 'end', shopOrderId, version, reason: `The shop cancelled the order ("${kind}").` };
  }
  if (mapping.kind?.refunded.includes(kind)) {
    return { kind: 'end', shopOrderId, version, reason: `The shop refunded the order ("${kind}").` };
  }
  const read = readFields(body, mapping, context);
  const lines = linesOf(body, mapping, context);
  const problems = [...read.problems, ...lines.flatMap((line) => ('problem' in line ? [line.problem] : []))];
  if (problems.length > 0) return { kind: 'unreadable', shopOrderId, problems };
  return {
    kind: 'order',
    shopOrderId,
    version,
    fields: read.fields,
    lines: lines.flatMap((line) => ('problem' in line ? [] : [line])),
  };
}

/** What the message is about, in the words of the shop; empty when the mapping does not ask. */
function kindOf(
  { topic, body }: { readonly topic: string; readonly body: unknown },
  { kind }: ShopMapping,
): string {
  if (kind?.header !== undefined) return topic;
  if (kind?.pointer === undefined) return '';
  const found = textOf(body, kind.pointer);
  return 'wrong' in found ? '' : found.text;
}

/** The message's own time or number; null = when it arrived. */
function versionOf(body: unknown, { version }: ShopMapping): number | null | NewsProblem {
  if (version === undefined) return null;
  const found = textOf(body, version);
  const text = 'wrong' in found ? '' : found.text;
  if (/^\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  const message = `The message has "${text.slice(0, 100)}" at ${version}, which is neither a time nor a number.`;
  return { field: 'version', message };
}

function readFields(body: unknown, mapping: ShopMapping, context: ReadingContext) {
  const problems: NewsProblem[] = [];
  const columns: string[] = [];
  const cells: string[] = [];
  const numbers: string[] = [];
  for (const [field, source] of Object.entries(mapping.fields)) {
    const found = amountOf(field, textOf(body, source), mapping);
    if ('wrong' in found) problems.push({ field, message: found.wrong });
    else if (found.text !== '') {
      columns.push(field);
      cells.push(found.text);
      if (found.isNumber && field.startsWith(METADATA)) numbers.push(field);
    }
  }
  const row = readRow(columns, cells, planOf(columns, mapping, context, numbers), context.nowMs);
  problems.push(
    ...row.errors.map(({ field, value, message }) => ({ field, message: `"${value}" ${message}` })),
  );
  const { deliveryMode, ...fields } = row.data;
  // A row always has one; here the connection decides unless the mapping does.
  return { fields: columns.includes('deliveryMode') ? { ...fields, deliveryMode } : fields, problems };
}

function linesOf(
  body: unknown,
  mapping: ShopMapping,
  context: ReadingContext,
): readonly (NewsLine | { readonly problem: NewsProblem })[] {
  if (!mapping.items) return [];
  const { list, fields } = mapping.items;
  const found = readPointer(body, list) ?? [];
  if (!Array.isArray(found)) {
    return [{ problem: { field: 'items', message: `${list} is not a list. Point to the list of items.` } }];
  }
  return found.slice(0, MAX_LINES).map((line, index) => lineOf(line, index, fields, mapping, context));
}

function lineOf(
  line: unknown,
  index: number,
  fields: ShopMapping['fields'],
  mapping: ShopMapping,
  context: ReadingContext,
): NewsLine | { readonly problem: NewsProblem } {
  const item: Record<string, unknown> = {};
  const columns: string[] = [];
  const cells: string[] = [];
  for (const [name, source] of Object.entries(fields)) {
    const field = `items.${name}`;
    const found = amountOf(field, textOf(line, source), mapping);
    if ('wrong' in found) return { problem: { field: `items[${index}].${name}`, message: found.wrong } };
    if (found.text === '') continue;
    if (AS_COLUMNS.includes(name)) {
      columns.push(field);
      cells.push(found.text);
    } else item[name] = found.text;
  }
  const row = readRow(columns, cells, planOf(columns, mapping, context, []), context.nowMs);
  const [error] = row.errors;
  if (error) {
    const name = error.field.replace(/^items\./, '');
    return { problem: { field: `items[${index}].${name}`, message: `"${error.value}" ${error.message}` } };
  }
  const [numbers] = (row.data.items ?? []) as readonly Record<string, unknown>[];
  return { lineId: String(item.id ?? index), item: { ...item, ...numbers } };
}

/** Cents as the amount that a reader of files expects. */
function amountOf(field: string, found: Found, { amountsInCents }: ShopMapping): Found {
  if ('wrong' in found || !amountsInCents) return found;
  const kind = field === 'items.valueCents' ? 'money' : importColumn(field)?.kind;
  if (kind !== 'money' || !/^-?\d{1,15}$/.test(found.text)) return found;
  return { ...found, text: (Number(found.text) / 100).toFixed(2) };
}

function planOf(
  columns: readonly string[],
  { dateOrder }: ShopMapping,
  { timeZone }: ReadingContext,
  numericMetadata: readonly string[],
): ReadingPlan {
  return {
    mapping: Object.fromEntries(columns.map((field) => [field, field])),
    values: {},
    timeZone,
    decimalComma: false,
    dateOrder: dateOrder ?? null,
    numericMetadata,
  };
}

/** What is wrong with a mapping itself, by its field; undefined when nothing is. */
export function wrongInMapping(mapping: ShopMapping): NewsProblem | undefined {
  const unknown = Object.keys(mapping.fields).find((field) => field === 'id' || !importColumn(field));
  if (unknown !== undefined) {
    return {
      field: `mapping.fields.${unknown}`,
      message: `"${unknown}" is not a field that a message can fill. Use the names of import mappings, such as dropoffAddress.`,
    };
  }
  const part = Object.keys(mapping.items?.fields ?? {}).find(
    (name) => !(ITEM_SOURCES as readonly string[]).includes(name),
  );
  if (part !== undefined) {
    const message = `"${part}" is not a part of an item. Use ${ITEM_SOURCES.join(', ')}.`;
    return { field: `mapping.items.fields.${part}`, message };
  }
  const { kind } = mapping;
  if (kind && (kind.pointer === undefined) === (kind.header === undefined)) {
    return { field: 'mapping.kind', message: 'Send `pointer` or `header`, one of them.' };
  }
  return undefined;
}

/** The text of a header that says what a message is about. */
export function topicOf(mapping: ShopMapping, headers: Readonly<Record<string, string | undefined>>): string {
  const name = mapping.kind?.header;
  return name === undefined ? '' : (ownValue(headers, name) ?? '').slice(0, 100);
}
