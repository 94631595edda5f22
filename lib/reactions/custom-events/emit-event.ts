import type { Refusal } from '../../platform/core/refusal.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { eventEntity } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { customEventOccurred, type EventSubject } from './occurrence.ts';
import { type Emission, planOccurrence } from './plan-occurrence.ts';
import { tooManyCustomEvents } from './refusals.ts';

/** A custom event that was emitted. */
export interface EmittedEvent {
  id: string;
  name: string;
  /** Null: nobody defined this name. */
  customEventDefinitionId: string | null;
  entityType: EventSubject['entityType'];
  entityId: string;
  timestamp: string;
  payload: Record<string, unknown>;
}

/** Emits a custom event on behalf of a caller: 3 a second on one order or job. */
export async function emitEventOn(
  { table, ids, clock }: CoreDeps,
  subject: EventSubject,
  emission: Omit<Emission, 'cause'>,
): Promise<EmittedEvent | Refusal> {
  const cause = ids.next('evt');
  const emitted = await retryLostRace(clock, async () => {
    const options = { nowMs: clock.now(), isLimited: true };
    const operations = await planOccurrence(table, subject, { ...emission, cause }, options);
    if (isRefusal(operations)) return operations;
    const { ok } = await table.write(operations);
    const event = operations
      .flatMap((operation) =>
        operation.kind === 'put' && operation.item.type === eventEntity.name ? [operation.item.data] : [],
      )
      .map((data) => customEventOccurred.parse(eventEntity.definition.schema.parse(data)))[0];
    if (!ok || !event) return;
    const { key, definitionId, entityType, entityId, timestamp, payload } = event.data;
    return {
      id: event.id,
      name: key,
      customEventDefinitionId: definitionId,
      entityType,
      entityId,
      timestamp,
      payload,
    };
  });
  return (
    emitted ??
    tooManyCustomEvents(
      `The ${subject.entityType} "${subject.entityId}" is receiving too many events at once. Send the event again in a second.`,
      {
        retryAfterSeconds: 1,
      },
    )
  );
}
