import type { Provider } from '../../providers/index.ts';
import { failAttempt } from '../attempts/fail-attempt.ts';
import { HANDOVER_WATCH_MS } from '../attempts/open-attempt.ts';
import { requestAgainLater } from '../attempts/request-again-later.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import type { TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { beginWithdrawal } from '../withdrawal/begin-withdrawal.ts';
import type { PlaceAnswer } from './ask-provider.ts';
import { recordAcceptance } from './record-acceptance.ts';

/** Maximum number of calls of `create` with one key before the task is withdrawn and given to another provider. */
export const MAX_PLACE_TRIES = 3;

/** Records the result of a call about one task. */
export async function settleAnswer(
  deps: DispatchDeps,
  claimed: TaskInJob,
  provider: Provider,
  answer: PlaceAnswer,
  { wasInDoubt }: { readonly wasInDoubt: boolean },
): Promise<StepOutcome> {
  if (answer.outcome === 'lost') return requestAgainLater(deps, claimed, 'create', answer.error);
  if (answer.outcome === 'accepted') return recordAcceptance(deps, claimed, provider, answer);
  if (!answer.permanent && claimed.stored.value.handover.tries < MAX_PLACE_TRIES) {
    return requestAgainLater(deps, claimed, 'create', new Error(answer.reason));
  }
  // An earlier call may have been accepted although its answer was lost, and this refusal does not cover it.
  if (wasInDoubt) return withdraw(deps, claimed, answer.reason);
  return failAttempt(deps, claimed, answer.reason);
}

/** The watch takes over when this worker dies; until now the package of a batch had no watch of its own. */
export async function withdraw(deps: DispatchDeps, held: TaskInJob, reason: string): Promise<StepOutcome> {
  await beginWithdrawal(deps, held, { cause: null, reason }, HANDOVER_WATCH_MS);
  return 'again';
}
