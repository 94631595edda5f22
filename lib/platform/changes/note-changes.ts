import { toInstant } from '../core/clock.ts';
import { ownValue } from '../core/own-value.ts';
import type { EventRecord, RouterDeps } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create } from '../table/index.ts';
import { CHANGE_KINDS, type ChangeKind, changeNoteEntity, TOLD_FOR_MS } from './change-note.ts';
import { changeWatchers } from './change-watch.ts';

/** Kinds of objects that workers make of an event, by its name. */
export type MadeFrom = (eventName: string) => readonly ChangeKind[];

/** What an event changes itself, by the type of its aggregate. */
const KIND_OF: Readonly<Record<string, ChangeKind>> = Object.freeze({
  order: 'order',
  job: 'job',
  route: 'route',
  activity: 'activity',
});

/** Comes every few seconds, and changes nothing that a list of deliveries shows. */
const POSITION_EVENT = 'courier_location.updated';

/**
 * An instance notes a kind again only after this time. Milliseconds. Looks report a note for twice as long, so what happens
 * meanwhile is read with it: a busy organization costs at most two writes a second and lane of the stream.
 */
const NOTED_FOR_MS = TOLD_FOR_MS / 2;

/** Notes which kinds of objects a batch of events changed, for organizations that somebody watches. 1 write for each. */
export function changeNotes(
  { table, clock, log }: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  madeFrom: MadeFrom,
): NonNullable<RouterDeps['onRouted']> {
  const notedAt = new Map<string, number>();
  const kindsOf = (events: readonly EventRecord[]): readonly ChangeKind[] => {
    const changed = new Set(events.flatMap((event) => [...changedBy(event), ...madeFrom(event.name)]));
    return CHANGE_KINDS.filter((kind) => changed.has(kind));
  };
  return async (listeners, events) => {
    const now = clock.now();
    for (const [key, at] of notedAt) if (at <= now - NOTED_FOR_MS) notedAt.delete(key);
    await Promise.all(
      [...Map.groupBy(events, ({ organizationId }) => organizationId)].map(async ([organizationId, own]) => {
        const keyOf = (kind: ChangeKind) => `${kind} ${organizationId}`;
        const kinds = kindsOf(own).filter((kind) => !notedAt.has(keyOf(kind)));
        if (kinds.length === 0) return;
        try {
          const hears = await listeners(organizationId);
          if (!(await hears({ by: changeWatchers.name, as: ['changes'] }))) return;
          const note = { organizationId, at: toInstant(clock.now()), id: own[0]!.id, kinds: [...kinds] };
          await table.write([create(changeNoteEntity, note)]);
          for (const kind of kinds) notedAt.set(keyOf(kind), now);
        } catch (error) {
          // Who watches reads everything again after half a minute anyway; events must not wait for this.
          log.warn('router.changes-unnoted', 'Could not note the changes of an organization.', {
            organizationId,
            reason: String(error),
          });
        }
      }),
    );
  };
}

function changedBy({ name, aggregateType }: EventRecord): readonly ChangeKind[] {
  if (name === POSITION_EVENT) return ['position'];
  const kind = ownValue(KIND_OF, aggregateType);
  return kind ? [kind] : [];
}
