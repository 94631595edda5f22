import { commit } from '../core/commit.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { canceledActivity } from './plan-activity.ts';
import { type ActivityActor, type FoundActivity, readActivity } from './read-activity.ts';

/** Cancels an activity that has not ended. A cancelled activity stays cancelled. */
export async function cancelActivity(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: ActivityActor,
  id: string,
): Promise<FoundActivity | Refusal> {
  return commit({ clock }, { what: 'activity', id }, async () => {
    const found = await readActivity(table, actor, id);
    if (isRefusal(found) || found.stored.value.status === 'CANCELLED') return found;
    const planned = canceledActivity(found.stored, clock.now());
    if (isRefusal(planned)) return planned;
    if ((await table.write(planned.operations)).ok) return { ...found, stored: planned.next };
  });
}
