import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { LEFT } from '../retention/index.ts';
import { isLinkedId, type LinkedIds } from './linked-ids.ts';
import type { Masking } from './mask.ts';
import type { personMatcher } from './person.ts';
import { joinTraces, NO_TRACES, type Traces, tracesIn } from './traces.ts';

/** A file of what has left the table: records by id, each with its items. */
const fileSchema = z.record(
  z.string(),
  z.array(z.looseObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })),
);

type Records = z.infer<typeof fileSchema>;

/** By what records are recognized that are about the person. */
export interface LeftSearch {
  readonly isPerson: ReturnType<typeof personMatcher>;
  readonly masking: Masking;
  /** Ids of orders and jobs that are about the person. */
  readonly ids: LinkedIds;
}

/** Whether a file is of what has left the table. */
export const isLeft = (key: string): boolean => key.startsWith(LEFT);

function readRecords(content: Uint8Array): Records {
  return fileSchema.parse(JSON.parse(gunzipSync(content).toString('utf8')));
}

/** What the records of a file say about the person. */
export function tracesInLeft(content: Uint8Array, isPerson: LeftSearch['isPerson']): Traces {
  const found = Object.entries(readRecords(content)).flatMap(([id, items]) => {
    const traces = items.flatMap(({ data }) => tracesIn(data, isPerson) ?? []);
    if (traces.length === 0) return [];
    const named = items.flatMap(({ data }) => [id, data.orderId, data.jobId]);
    // A message names what it is about, but others do not name it.
    return [...traces, { ...NO_TRACES, ids: named.filter(isLinkedId) }];
  });
  return joinTraces(found);
}

/** The records of a file that are about the person. */
export function recordsOfPerson(
  content: Uint8Array,
  search: LeftSearch,
): readonly { readonly id: string; readonly items: Records[string] }[] {
  return Object.entries(readRecords(content))
    .filter(([id, items]) => isTheirs(id, items, search))
    .map(([id, items]) => ({ id, items }));
}

/** The file with those records masked, and how many; undefined when none says anything of the person. */
export function maskedLeft(
  content: Uint8Array,
  search: LeftSearch,
): { readonly content: Uint8Array; readonly records: number } | undefined {
  const records = readRecords(content);
  const masked = Object.entries(records).flatMap(([id, items]) => {
    if (!isTheirs(id, items, search)) return [];
    const written = search.masking.value(items, 'near');
    return written === items ? [] : [[id, written] as const];
  });
  if (masked.length === 0) return undefined;
  const text = JSON.stringify({ ...records, ...Object.fromEntries(masked) });
  return { content: gzipSync(text), records: masked.length };
}

function isTheirs(id: string, items: Records[string], { isPerson, ids }: LeftSearch): boolean {
  if (ids.has(id)) return true;
  return ids.areIn(JSON.stringify(items)) || items.some(({ data }) => tracesIn(data, isPerson) !== undefined);
}
