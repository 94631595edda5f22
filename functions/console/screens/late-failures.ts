import { latePart, refusedInWords } from '../kit/late.tsx';
import { withLateTexts } from '../texts/late-texts.ts';

const failures = withLateTexts('failures', () => import('./failure.tsx'));

/** Why an order or a route was not dispatched, or did not arrive. */
export const DispatchFailure = latePart(() => failures().then((part) => part.DispatchFailure));

/** Why a plan failed. */
export const PlanFailure = latePart(() => failures().then((part) => part.PlanFailure));

/** Carries out a request of planning. Its refusal begins in the user's language. */
export function planning<Reply>(run: () => Promise<Reply>): Promise<Reply> {
  return refusedInWords(run, () => failures().then((part) => part.refusedPlanning));
}
