import { toInstant } from '../../../platform/core/clock.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { type Operation, replace } from '../../../platform/table/index.ts';
import { deliveryOf, type Task, taskEntity } from '../../jobs/index.ts';
import type { Provider } from '../../providers/index.ts';
import { requestAgainLater } from '../attempts/request-again-later.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { setHandover, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';
import { reportNotWithdrawn } from './report-not-withdrawn.ts';

/** Maximum number of parallel calls to a provider. */
const WIDTH = 10;

/** The provider's answer, or why there is none; `nobody` = there is nothing to withdraw. */
type ReleaseAnswer =
  | Awaited<ReturnType<Provider['cancel']>>
  | { readonly outcome: 'nobody' }
  | { readonly outcome: 'lost'; readonly error: unknown };

/** The attempt has ended, but the provider may still have the task: it is withdrawn. */
export async function releaseTask(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const [outcome = 'again'] = await releaseTogether(deps, [held]);
  return outcome;
}

/**
 * The same for several tasks of a job: one write settles those that their provider simply gives back. Every other answer
 * is recorded separately. Returns what is left to do for each task.
 */
export async function releaseTogether(
  deps: DispatchDeps,
  group: readonly TaskInJob[],
): Promise<readonly StepOutcome[]> {
  const answers = await mapConcurrently(group, WIDTH, (held) => askForRelease(deps, held));
  const isFree = answers.map((answer, index) => !isInDoubt(group[index]!, answer));
  const freed = group.filter((_, index) => isFree[index]);
  const isWritten =
    freed.length === 0 ||
    (
      await deps.table.write(
        freed.map(({ stored }) =>
          replace(taskEntity, stored, { ...stored.value, handover: settled(stored.value, false) }),
        ),
      )
    ).ok;
  const outcomes: StepOutcome[] = [];
  for (const [index, answer] of answers.entries()) {
    if (isFree[index]) outcomes.push(isWritten ? 'done' : 'again');
    else outcomes.push(await settleRelease(deps, group[index]!, answer));
  }
  return outcomes;
}

async function askForRelease(deps: DispatchDeps, { aggregate, stored }: TaskInJob): Promise<ReleaseAnswer> {
  const task = stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  // The provider's update of the delivery overtook its answer: a delivered package is not withdrawn.
  if (!provider || task.status === 'completed') return { outcome: 'nobody' };
  const known = deliveryOf(aggregate, task)?.providerDeliveryId ?? null;
  try {
    return await cancelAtProvider(
      provider,
      task,
      known,
      task.handover.reason ?? 'The delivery was cancelled.',
    );
  } catch (error) {
    return { outcome: 'lost', error };
  }
}

/**
 * Whether the provider may still have the task. It refuses a call that is still running when the key is cancelled; a
 * provider without that promise is asked once more when every call has surely ended.
 */
function isInDoubt({ aggregate, stored }: TaskInJob, { outcome }: ReleaseAnswer): boolean {
  if (outcome === 'nobody') return false;
  const { phase, doubt } = stored.value.handover;
  const isKnown = (deliveryOf(aggregate, stored.value)?.providerDeliveryId ?? null) !== null;
  const wasLast = phase === 'settled' || isKnown || !doubt;
  return outcome !== 'canceled' || !wasLast;
}

async function settleRelease(
  deps: DispatchDeps,
  held: TaskInJob,
  answer: ReleaseAnswer,
): Promise<StepOutcome> {
  const task = held.stored.value;
  const settle = async (doubt: boolean, more: readonly Operation[] = []): Promise<StepOutcome> =>
    (await setHandover(deps, held, settled(task, doubt), more)) ? 'done' : 'again';
  if (answer.outcome === 'nobody') return settle(false);
  if (answer.outcome === 'canceled') return settle(true);
  const { tries } = task.handover;
  if (answer.outcome === 'lost' && tries < MAX_WITHDRAW_TRIES) {
    return requestAgainLater(deps, held, 'cancel', answer.error, tries + 1);
  }
  const reason = answer.outcome === 'lost' ? `${task.providerName} could not be reached.` : answer.reason;
  deps.log.warn('dispatch.cancellation-failed', 'A provider did not release a delivery.', {
    taskId: task.id,
    provider: task.providerName,
    reason,
  });
  return settle(false, reportNotWithdrawn(held, reason, toInstant(deps.clock.now())));
}

function settled({ handover }: Task, doubt: boolean): Task['handover'] {
  return { ...handover, phase: 'settled', leaseUntil: null, doubt };
}
