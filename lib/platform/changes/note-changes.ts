import { toInstant } from '../core/clock.ts';
import type { EventRecord, RouterDeps } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create } from '../table/index.ts';
import { CHANGE_KINDS, type ChangeKind, changeNoteEntity } from './change-note.ts';
import { changeWatchers } from './change-watch.ts';

/** Events that change nothing that a list shows, and come every few seconds. */
const UNNOTED: ReadonlySet<string> = new Set(['courier_location.updated']);

/** Notes which kinds of objects a batch of events changed, for organizations that somebody watches. 1 write for each. */
export function changeNotes({
  table,
  clock,
  log,
}: Pick<CoreDeps, 'table' | 'clock' | 'log'>): NonNullable<RouterDeps['onRouted']> {
  return async (listeners, events) => {
    const telling = events.filter(({ name, aggregateType }) => isKind(aggregateType) && !UNNOTED.has(name));
    await Promise.all(
      [...Map.groupBy(telling, ({ organizationId }) => organizationId)].map(async ([organizationId, own]) => {
        try {
          const hears = await listeners(organizationId);
          if (!(await hears({ by: changeWatchers.name, as: ['changes'] }))) return;
          await table.write([create(changeNoteEntity, noteOf(organizationId, own, toInstant(clock.now())))]);
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

function noteOf(organizationId: string, events: readonly EventRecord[], at: string) {
  const types = new Set(events.map(({ aggregateType }) => aggregateType));
  return { organizationId, at, id: events[0]!.id, kinds: CHANGE_KINDS.filter((kind) => types.has(kind)) };
}

function isKind(type: string): type is ChangeKind {
  return (CHANGE_KINDS as readonly string[]).includes(type);
}
