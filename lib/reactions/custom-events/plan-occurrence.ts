import { eventNames } from '../../engines/workflows/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type Operation, save, type Table } from '../../platform/table/index.ts';
import { listCustomEvents } from './manage-custom-events.ts';
import {
  customEventOccurred,
  type EventSubject,
  occurredEventsEntity,
  subjectPartition,
} from './occurrence.ts';
import { eventNameOrDefinition, tooManyCustomEvents, unusableCustomEvent } from './refusals.ts';

/** A custom event to emit. */
export interface Emission {
  readonly name?: string | undefined;
  readonly customEventDefinitionId?: string | undefined;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Time of the event; absent: now. */
  readonly timestamp?: string | undefined;
  /** Distinguishes emissions on one order or job; repeating one has the same value. */
  readonly cause: string;
}

/** Maximum number of custom events that a caller may emit on one order or job in a second (contract-facts 1). */
const MAX_IN_A_SECOND = 3;

/** Maximum number of different events of one order or job: their names are stored in one item. */
const MAX_NAMES = 500;

/**
 * The writes of a custom event, or its refusal: for both or neither of name and definition, for an unknown or archived
 * definition (specification 4.6.3), for the name of a built-in event or, when `isLimited`, for more than 3 in a second.
 * A name needs no definition. 2 reads.
 */
export async function planOccurrence(
  table: Table,
  subject: EventSubject,
  emission: Emission,
  { nowMs, isLimited }: { nowMs: number; isLimited: boolean },
): Promise<readonly Operation[] | Refusal> {
  const [definition, stored] = await Promise.all([
    findDefinition(table, subject.organizationId, emission),
    table.get(occurredEventsEntity, subject),
  ]);
  if (isRefusal(definition)) return definition;
  const second = Math.floor(nowMs / 1000);
  const inSecond = stored?.value.second === second ? stored.value.inSecond + 1 : 1;
  if (isLimited && inSecond > MAX_IN_A_SECOND) {
    return tooManyCustomEvents(
      `The ${subject.entityType} "${subject.entityId}" has already received ${MAX_IN_A_SECOND} events in this second. Send the event again in a second.`,
      { retryAfterSeconds: 1 },
    );
  }
  const keys = [...new Set([...(stored?.value.keys ?? []), definition.key])];
  if (keys.length > MAX_NAMES) {
    return unusableCustomEvent(
      `The ${subject.entityType} "${subject.entityId}" already has ${MAX_NAMES} different custom events. Use one of their names.`,
      { field: 'name', value: definition.key },
    );
  }
  const { organizationId, entityType, entityId } = subject;
  const occurredAt = toInstant(nowMs);
  return [
    save(occurredEventsEntity, stored, {
      organizationId,
      entityType,
      entityId,
      keys,
      ...(isLimited
        ? { second, inSecond }
        : { second: stored?.value.second ?? 0, inSecond: stored?.value.inSecond ?? 0 }),
    }),
    customEventOccurred.record({
      aggregate: subjectPartition(subject),
      cause: emission.cause,
      occurredAt,
      data: {
        entityType,
        entityId,
        definitionId: definition.id,
        key: definition.key,
        timestamp: emission.timestamp ?? occurredAt,
        payload: { ...emission.payload },
      },
    }),
  ];
}

async function findDefinition(
  table: Table,
  organizationId: string,
  { name, customEventDefinitionId: id }: Emission,
): Promise<{ readonly id: string | null; readonly key: string } | Refusal> {
  if ((name === undefined) === (id === undefined)) {
    return eventNameOrDefinition(
      `Send either \`name\` or \`customEventDefinitionId\`, ${name === undefined ? 'one of the two' : 'not both'}.`,
    );
  }
  const all = await listCustomEvents(table, organizationId, { withArchived: true });
  const found = all.find(({ value }) => value.id === id || value.key === name)?.value;
  if (found && !found.isArchived) return found;
  if (!found && name !== undefined) {
    if (!eventNames.includes(name)) return { id: null, key: name };
    return unusableCustomEvent(
      `"${name}" is a built-in event, which only the service emits. Use another name.`,
      { field: 'name', value: name },
    );
  }
  return unusableCustomEvent(
    found
      ? `The custom event definition "${id ?? name}" is archived and can no longer be emitted.`
      : `There is no custom event definition "${id ?? name}". GET /v1/custom-event-definitions lists them.`,
    { field: name === undefined ? 'customEventDefinitionId' : 'name', value: id ?? name },
  );
}
