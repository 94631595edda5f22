import { documentEntity, documentKey } from '../../fulfilment/documents/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { ConsumerFailure } from '../../platform/events/index.ts';
import {
  type Item,
  partitionOf,
  removeItem,
  rewriteItem,
  type Table,
  textOf,
} from '../../platform/table/index.ts';
import { DELETED_KINDS, FREE_TEXT_KINDS, OWN_KINDS, PLACE_KINDS } from './kinds.ts';
import type { Masking } from './mask.ts';
import type { Part } from './part.ts';
import type { personMatcher } from './person.ts';
import { idsOf, joinTraces, LINKED_ID, LINKING, namesOneOf, type Traces, tracesIn } from './traces.ts';

/** Items that are written at the same time. */
const WIDTH = 10;

/** Settings and people that are named, of those that have the contact. */
const MOST_OWN = 20;

/** Adds what some items say about the person to a part. */
export function findInItems(
  part: Part,
  items: readonly Item[],
  isPerson: ReturnType<typeof personMatcher>,
): Part {
  const traces: Traces[] = [part.traces];
  const own = new Set(part.own);
  for (const item of items) {
    if (partitionOf(item).id === part.activityId) continue;
    const found = tracesIn(item.data, isPerson);
    if (!found) continue;
    if (OWN_KINDS.has(item.type)) {
      if (own.size < MOST_OWN) own.add(`${item.type} ${String(item.data.id ?? partitionOf(item).id)}`);
    } else traces.push({ ...found, ids: [...idsOf(item)] });
  }
  return { ...part, traces: joinTraces(traces), own: [...own] };
}

/** What is to be done with the items about a person. */
export interface Handling {
  readonly isPerson: ReturnType<typeof personMatcher>;
  readonly masking: Masking;
  /** Ids of orders and jobs that are about the person. */
  readonly ids: ReadonlySet<string>;
  /** Those of them that are still under way: they and what names them stay. */
  readonly open: ReadonlySet<string>;
}

/** Whether an item is about the person, and may be handled now; `late` if it came while the work ran. */
export function judgeItem(
  item: Item,
  part: Pick<Part, 'activityId'>,
  { isPerson, masking, ids, open }: Handling,
): 'theirs' | 'late' | undefined {
  const { type, id } = partitionOf(item);
  if (id === part.activityId || OWN_KINDS.has(item.type) || PLACE_KINDS.has(item.type)) return undefined;
  if (open.has(id) || namesOneOf(item, open)) return undefined;
  if (ids.has(id) || namesOneOf(item, ids)) return 'theirs';
  if (item.type === 'keptPlace') return masking.isIn(JSON.stringify(item.data)) ? 'theirs' : undefined;
  if (FREE_TEXT_KINDS.has(item.type) && masking.isAbout(JSON.stringify(item.data))) return 'theirs';
  if (tracesIn(item.data, isPerson) === undefined) return undefined;
  // An order or a job that was not found came while the work ran.
  return LINKING.has(type) ? 'late' : 'theirs';
}

/** Whether people or models wrote an item about the orders of others as well. */
export function isAboutOthers(item: Item, { ids }: Handling): boolean {
  const named = FREE_TEXT_KINDS.has(item.type) ? (textOf(item).match(LINKED_ID) ?? []) : [];
  return named.some((id) => !ids.has(id));
}

/** Masks or deletes what these items say about the person. Throws when one is being changed; its turn comes again. */
export async function eraseItems(
  table: Table,
  part: Part,
  items: readonly Item[],
  handling: Handling,
): Promise<Part> {
  const { masking } = handling;
  const masked = { ...part.masked };
  const deleted = { ...part.deleted };
  const about = new Set(part.about);
  let { late } = part;
  await mapConcurrently(items, WIDTH, async (item) => {
    const verdict = judgeItem(item, part, handling);
    if (verdict === 'late') late += 1;
    if (verdict !== 'theirs') return;
    if (DELETED_KINDS.has(item.type)) {
      // The key of a content of its own names the job.
      if (item.type === documentEntity.name && item.data.file !== undefined)
        about.add(documentKey(documentEntity.definition.schema.parse(item.data)));
      await write(table, item, removeItem(item));
      deleted[item.type] = (deleted[item.type] ?? 0) + 1;
      return;
    }
    const data = masking.value(item.data);
    const row = item.row && masking.value(item.row);
    if (data === item.data && row === item.row) return;
    await write(table, item, rewriteItem(item, { data, ...(row ? { row } : {}) }));
    masked[item.type] = (masked[item.type] ?? 0) + 1;
  });
  return { ...part, masked, deleted, late, about: [...about] };
}

async function write(table: Table, item: Item, operation: ReturnType<typeof removeItem>): Promise<void> {
  if ((await table.write([operation])).ok) return;
  throw new ConsumerFailure(
    'busy',
    `${item.type} ${partitionOf(item).id} was being changed; it will be read again.`,
    {
      retryAfterMs: 2_000,
    },
  );
}
