import { eventNames } from '../../engines/workflows/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  create,
  type Operation,
  replace,
  type Stored,
  save,
  type Table,
} from '../../platform/table/index.ts';
import { planRelease } from '../../platform/uses/index.ts';
import {
  type CustomEventDefinition,
  customEventEntity,
  customEventRosterEntity,
  customEventsPartition,
  MAX_CUSTOM_EVENTS,
} from './custom-event.ts';
import { customEventExists, customEventNotFound, invalidCustomEvent } from './refusals.ts';

/** A definition as it is stored, with its version. */
export type StoredCustomEvent = Stored<CustomEventDefinition>;

/** The organization's definitions, oldest first; archived ones only on request. 1 call. */
export async function listCustomEvents(
  table: Table,
  organizationId: string,
  { withArchived = false }: { withArchived?: boolean } = {},
): Promise<readonly StoredCustomEvent[]> {
  const aggregate = await table.readAggregate(customEventsPartition(organizationId));
  return aggregate.all(customEventEntity).filter(({ value }) => withArchived || !value.isArchived);
}

/** A definition by its id, archived or not. */
export async function readCustomEvent(
  table: Table,
  organizationId: string,
  id: string,
): Promise<StoredCustomEvent | Refusal> {
  return (await table.get(customEventEntity, { organizationId, id })) ?? unknown(id);
}

/** Defines an event, under a key that is not the name of a built-in one. */
export async function createCustomEvent(
  { table, ids, clock }: CoreDeps,
  organizationId: string,
  input: { readonly key: string; readonly name: string; readonly description?: string | undefined },
): Promise<StoredCustomEvent | Refusal> {
  const { key } = input;
  if (eventNames.includes(key)) {
    return invalidCustomEvent(`key is "${key}", which is a built-in event. Choose another key.`, {
      field: 'key',
    });
  }
  const id = ids.next('ced');
  const at = toInstant(clock.now());
  const definition: CustomEventDefinition = {
    organizationId,
    id,
    key,
    name: input.name,
    description: input.description ?? null,
    isArchived: false,
    createdAt: at,
    updatedAt: at,
  };
  return commit({ clock }, { what: 'custom event', id }, async () => {
    const aggregate = await table.readAggregate(customEventsPartition(organizationId));
    const present = aggregate.all(customEventEntity);
    const same = present.find(({ value }) => value.key === key);
    // An earlier attempt of the same request, which has the same id, created it.
    if (same?.value.id === id) return same;
    if (same) {
      const archived = same.value.isArchived ? ', which is archived' : '';
      return customEventExists(
        `key is "${key}", which belongs to "${same.value.id}"${archived}. Choose another key.`,
        {
          field: 'key',
          id: same.value.id,
        },
      );
    }
    if (present.length >= MAX_CUSTOM_EVENTS) {
      return invalidCustomEvent(`There are ${present.length} definitions, which is the maximum.`);
    }
    const roster = aggregate.one(customEventRosterEntity);
    const outcome = await table.write([
      create(customEventEntity, definition),
      save(customEventRosterEntity, roster, { organizationId, added: (roster?.value.added ?? 0) + 1 }),
    ]);
    return outcome.ok && { value: definition, version: 1 };
  });
}

/** Archives a definition to which nothing listens and that nothing emits any more (specification 4.6.4). */
export async function archiveCustomEvent(
  { table, clock }: CoreDeps,
  organizationId: string,
  id: string,
): Promise<StoredCustomEvent | Refusal> {
  return commit({ clock }, { what: 'custom event', id }, async () => {
    const stored = await table.get(customEventEntity, { organizationId, id });
    if (!stored) return unknown(id);
    if (stored.value.isArchived) return stored;
    const releases: Operation[] = [];
    // Those that named the event before it was defined refer to its key.
    for (const used of [id, stored.value.key]) {
      const release = await planRelease(table, organizationId, {
        kind: 'custom_event',
        id: used,
        noun: 'custom event definition',
      });
      if (isRefusal(release)) return release;
      releases.push(release);
    }
    const next = { ...stored.value, isArchived: true, updatedAt: toInstant(clock.now()) };
    const outcome = await table.write([replace(customEventEntity, stored, next), ...releases]);
    return outcome.ok && { value: next, version: stored.version + 1 };
  });
}

function unknown(id: string): Refusal {
  return customEventNotFound(`There is no custom event definition "${id}".`, { id });
}
