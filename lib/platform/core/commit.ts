import type { Clock } from './clock.ts';
import { defineRefusal, type Refusal, type RefusalMaker } from './refusal.ts';
import { type Lost, retryLostRace } from './retry-lost-race.ts';

/** Everything that several writers may change at once, as people call it. */
export type Contended =
  | 'API key'
  | 'activity'
  | 'agent'
  | 'agent file'
  | 'agent run'
  | 'app version'
  | 'connection'
  | 'courier'
  | 'custom event'
  | 'delivery'
  | 'delivery window'
  | 'dispatch rules'
  | 'document'
  | 'driver'
  | 'driver forms'
  | 'driver group'
  | 'driver phone'
  | 'email template'
  | 'flag'
  | 'insight report'
  | 'inventory'
  | 'job'
  | 'notification'
  | 'notification destination'
  | 'notification trigger'
  | 'optimization strategy'
  | 'options group'
  | 'order'
  | 'organization'
  | 'planned orders'
  | 'product'
  | 'provider account'
  | 'recurring order'
  | 'refund request'
  | 'role'
  | 'route'
  | 'route restriction'
  | 'saved views'
  | 'shift'
  | 'shop'
  | 'shop message'
  | 'store location'
  | 'task'
  | 'template'
  | 'import template'
  | 'upload'
  | 'user'
  | 'vehicle'
  | 'webhook endpoint'
  | 'webhook message'
  | 'workflow'
  | 'workflow run'
  | 'zone'
  | 'zone restrictions';

/** The code of a lost race over a thing, where it is not `LOCK_ACQUISITION_FAILURE`. */
const CODES: { readonly [What in Contended]?: keyof typeof REFUSALS } = {
  'email template': 'CONFLICT',
  flag: 'CONFLICT',
  notification: 'CONFLICT',
  'notification destination': 'CONFLICT',
  'notification trigger': 'CONFLICT',
  'optimization strategy': 'CONFLICT',
  order: 'ORDER_LOCK_CONTENTION',
  'route restriction': 'CONFLICT',
  'workflow run': 'INVALID_STATE_TRANSITION',
};

/** What a writer wanted to change: one thing, several, or the only one of the organization. */
export interface Contest {
  readonly what: Contended;
  /** As the caller knows it: its id, or its external identifier. */
  readonly id?: string | readonly string[] | undefined;
}

const summary = 'Someone else was changing the same resource at that moment; send the request again.';

/** What the refusal was about; neither for the only one of the organization. */
interface Named {
  readonly id?: string;
  readonly ids?: readonly string[];
}

/** One refusal for each code. */
const REFUSALS = Object.freeze({
  CONFLICT: defineRefusal<Named>({ code: 'CONFLICT', summary }),
  INVALID_STATE_TRANSITION: defineRefusal<Named>({ code: 'INVALID_STATE_TRANSITION', summary }),
  LOCK_ACQUISITION_FAILURE: defineRefusal<Named>({ code: 'LOCK_ACQUISITION_FAILURE', summary }),
  ORDER_LOCK_CONTENTION: defineRefusal<Named>({ code: 'ORDER_LOCK_CONTENTION', summary }),
});

/** The refusal of a lost race over such a thing, for the endpoints that can answer with it. */
export function contentionOver(what: Contended): RefusalMaker {
  return refusalOf(what);
}

function refusalOf(what: Contended) {
  return REFUSALS[CODES[what] ?? 'LOCK_ACQUISITION_FAILURE'];
}

/**
 * A step that reads, decides and writes, tried again while other writers are faster (`retryLostRace`). The answer to the caller is
 * the result of the step, or the refusal of a lost race when others were faster at every try.
 */
export async function commit<Result>(
  { clock }: { readonly clock: Pick<Clock, 'pause'> },
  contest: Contest,
  step: (attempt: number) => Promise<Result | Lost>,
  tries?: number,
): Promise<Result | Refusal> {
  return (await retryLostRace(clock, step, tries)) ?? lostRace(contest);
}

/** The refusal of a lost race. Where a write is tried only once, the caller returns it itself. */
export function lostRace({ what, id }: Contest): Refusal {
  const ids = id === undefined ? [] : [id].flat();
  const names = ids.slice(0, MAX_NAMED).map((one) => ` "${one}"`);
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return refusalOf(what)(
    `Someone else was changing the ${what}${ids.length > 1 ? 's' : ''}${names.join(',')}${more} at that moment; send the request again.`,
    typeof id === 'string' ? { id } : ids.length > 0 ? { ids } : {},
  );
}

/** Things that the message names; the details name all. */
const MAX_NAMED = 5;

/** Whether a call was refused because it lost its race: a worker tries again later. */
export function isLostRace(refusal: Refusal): boolean {
  return Object.values(REFUSALS).some(({ kind }) => kind === refusal.kind);
}
