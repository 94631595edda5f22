import { documentEntity, documentKey } from '../../fulfilment/documents/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { ConsumerFailure } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import {
  type Item,
  partitionOf,
  removeItem,
  rewriteItem,
  type Table,
  textOf,
} from '../../platform/table/index.ts';
import { forgetShortLinks, notificationEntity } from '../../reactions/notifications/index.ts';
import { DELETED_KINDS, FREE_TEXT_KINDS, LIVE_KINDS, OWN_KINDS, PLACE_KINDS, STOP_KINDS } from './kinds.ts';
import type { LinkedIds } from './linked-ids.ts';
import type { Masking } from './mask.ts';
import { namingPartition, namingStates } from './naming-state.ts';
import type { Part } from './part.ts';
import type { personMatcher } from './person.ts';
import { idsOf, joinTraces, LINKING, type Traces, tracesIn } from './traces.ts';

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
  /** Orders and jobs that are about the person. */
  readonly ids: LinkedIds;
  /** Those of them that are still under way: they and what names them stay. */
  readonly open: LinkedIds;
}

/** `late`: it came while the work ran. */
type Verdict = 'theirs' | 'late' | undefined;

/** Judges whether items are about the person, and may be handled now. */
export function judgeOf(
  table: Table,
  { activityId }: Pick<Part, 'activityId'>,
  handling: Handling,
): (item: Item) => Promise<Verdict> {
  const stateOf = namingStates(table);
  return async (item) => {
    if (partitionOf(item).id === activityId) return undefined;
    const text = textOf(item);
    const verdict = judgeByItself(item, text, handling);
    if (verdict !== 'unsaid') return verdict;
    const named = await stateOf(item);
    return handling.ids.areIn(named) && !handling.open.areIn(named) ? 'theirs' : undefined;
  };
}

/** The verdict by what an item says; `unsaid` when its aggregate has to be asked. */
function judgeByItself(item: Item, text: string, handling: Handling): Verdict | 'unsaid' {
  const { isPerson, masking, ids, open } = handling;
  const { type, id } = partitionOf(item);
  if (OWN_KINDS.has(item.type) || PLACE_KINDS.has(item.type) || isDocumentOfOthers(item, ids))
    return undefined;
  if (open.has(id) || open.areIn(text)) return undefined;
  if (ids.has(id) || ids.areIn(text)) return 'theirs';
  if (item.type === 'keptPlace') return masking.isIn(JSON.stringify(item.data)) ? 'theirs' : undefined;
  if (item.type === 'travelRow') return masking.isNear(text) ? 'theirs' : undefined;
  if (LIVE_KINDS.has(item.type)) return masked(item, masking) === item ? undefined : 'theirs';
  if (FREE_TEXT_KINDS.has(item.type) && masking.isAbout(JSON.stringify(item.data))) return 'theirs';
  // An order or a job that was not found came while the work ran.
  if (tracesIn(item.data, isPerson) !== undefined) return LINKING.has(type) ? 'late' : 'theirs';
  if (namingPartition(item) === undefined) return undefined;
  const isTouched = type === 'route' ? masked(item, masking) !== item : masking.text(text) !== text;
  return DELETED_KINDS.has(item.type) || isTouched ? 'unsaid' : undefined;
}

/** Whether a paper of a job is of another order than the person's: a job can have several. */
function isDocumentOfOthers({ type, data: { orderId } }: Item, ids: LinkedIds): boolean {
  return type === documentEntity.name && typeof orderId === 'string' && !ids.has(orderId);
}

/** Whether people or models wrote an item about the orders of others as well. */
export function isAboutOthers(item: Item, { ids }: Handling): boolean {
  return FREE_TEXT_KINDS.has(item.type) && ids.areNotAllIn(textOf(item));
}

/** The item without the person; the same item if it says nothing of them. */
function masked(item: Item, masking: Masking): Item {
  const places = STOP_KINDS.has(item.type) ? 'exact' : 'near';
  const data = masking.value(item.data, places);
  const row = item.row && masking.value(item.row, places);
  return data === item.data && row === item.row ? item : { ...item, data, ...(row ? { row } : {}) };
}

/** Masks or deletes what these items say about the person. Throws when one is being changed; its turn comes again. */
export async function eraseItems(
  deps: Pick<CoreDeps, 'table'> & { readonly bucket: Bucket },
  part: Part,
  items: readonly Item[],
  handling: Handling,
): Promise<Part> {
  const { table } = deps;
  const counts = { masked: { ...part.masked }, deleted: { ...part.deleted } };
  const count = (what: keyof typeof counts, kind: string, by = 1) => {
    if (by > 0) counts[what][kind] = (counts[what][kind] ?? 0) + by;
  };
  let { late } = part;
  const judge = judgeOf(table, part, handling);
  await mapConcurrently(items, WIDTH, async (item) => {
    const verdict = await judge(item);
    if (verdict === 'late') late += 1;
    if (verdict !== 'theirs') return;
    // Before the item: after a crash nothing else would lead to it.
    for (const [kind, by] of Object.entries(await eraseBehind(deps, part, item))) count('deleted', kind, by);
    if (DELETED_KINDS.has(item.type)) {
      await write(table, item, removeItem(item));
      count('deleted', item.type);
      return;
    }
    const next = masked(item, handling.masking);
    if (next === item) return;
    await write(table, item, rewriteItem(item, next));
    count('masked', item.type);
  });
  return { ...part, ...counts, late };
}

/** Deletes that to which only this item leads, and counts it by kind. */
async function eraseBehind(
  { table, bucket }: Pick<CoreDeps, 'table'> & { readonly bucket: Bucket },
  { organizationId }: Part,
  item: Item,
): Promise<Readonly<Record<string, number>>> {
  if (item.type === notificationEntity.name)
    return { shortLink: await forgetShortLinks({ table }, organizationId, JSON.stringify(item.data)) };
  if (item.type !== documentEntity.name) return {};
  const key = documentKey(documentEntity.definition.schema.parse(item.data));
  if (!(await bucket.head(organizationId, key))) return {};
  await bucket.remove(organizationId, key);
  return { file: 1 };
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
