import { toInstant } from '../../platform/core/clock.ts';
import type { Actor } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, remove } from '../../platform/table/index.ts';
import { type OrderActor, readOrder } from '../orders/index.ts';
import { MAX_NOTES, notesPartition, type OrderNote, orderNoteEntity } from './order-note.ts';
import { noteNotFound, tooManyNotes } from './refusals.ts';

type Deps = Pick<CoreDeps, 'table' | 'clock' | 'ids'>;

/** The notes of an order that the caller may see, oldest first. 2 calls. */
export async function listNotes(
  { table }: Pick<Deps, 'table'>,
  caller: OrderActor,
  orderId: string,
): Promise<readonly OrderNote[] | Refusal> {
  const order = await readOrder(table, caller, orderId);
  if (isRefusal(order)) return order;
  const { organizationId, id } = order.stored.value;
  const partition = notesPartition({ organizationId, orderId: id });
  const notes = await table.readLog(orderNoteEntity, partition, { limit: MAX_NOTES + 1 });
  return notes.map(({ value }) => value);
}

/** Adds a note. A repetition of the request finds the note of its first attempt. */
export async function addNote(
  deps: Deps,
  caller: OrderActor & { readonly actor: Actor },
  orderId: string,
  text: string,
): Promise<OrderNote | Refusal> {
  const order = await readOrder(deps.table, caller, orderId);
  if (isRefusal(order)) return order;
  const { organizationId, id } = order.stored.value;
  const partition = notesPartition({ organizationId, orderId: id });
  const present = await deps.table.readLog(orderNoteEntity, partition, { limit: MAX_NOTES });
  if (present.length >= MAX_NOTES) {
    return tooManyNotes(
      `Order ${id} already has ${MAX_NOTES} internal notes, which is the limit. Remove some first.`,
      {
        orderId: id,
      },
    );
  }
  const note: OrderNote = {
    ...{ organizationId, orderId: id, id: deps.ids.next('not'), text },
    createdAt: toInstant(deps.clock.now()),
    author: { id: caller.actor.id, name: caller.actor.name },
  };
  await deps.table.write([create(orderNoteEntity, note)]);
  return note;
}

/** Removes a note. */
export async function removeNote(
  { table }: Pick<Deps, 'table'>,
  caller: OrderActor,
  orderId: string,
  noteId: string,
): Promise<Refusal | undefined> {
  const order = await readOrder(table, caller, orderId);
  if (isRefusal(order)) return order;
  const { organizationId, id } = order.stored.value;
  const unknown = noteNotFound(`Order ${id} has no internal note "${noteId}".`, { noteId });
  const stored = await table.get(orderNoteEntity, { organizationId, orderId: id, id: noteId });
  if (!stored) return unknown;
  return (await table.write([remove(orderNoteEntity, stored)])).ok ? undefined : unknown;
}
