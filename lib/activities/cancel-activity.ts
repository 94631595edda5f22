import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { canceledActivity } from './plan-activity.ts';
import { type ActivityActor, type FoundActivity, readActivity } from './read-activity.ts';
import { activityContention } from './refusals.ts';

/** Progress is written every few seconds, so a cancellation that loses to it is retried. */
const ATTEMPTS = 4;

/** Cancels an activity that has not ended. A cancelled activity stays cancelled. */
export async function cancelActivity(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: ActivityActor,
  id: string,
): Promise<FoundActivity | Refusal> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readActivity(table, actor, id);
    if (isRefusal(found) || found.stored.value.status === 'CANCELLED') return found;
    const planned = canceledActivity(found.stored, clock.now());
    if (isRefusal(planned)) return planned;
    if ((await table.write(planned.operations)).ok) return { ...found, stored: planned.next };
  }
  return activityContention(`Activity "${id}" was being changed; send the request again.`, { id });
}
