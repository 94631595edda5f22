import type { Clock } from './clock.ts';
import { defineRefusal, type Refusal, type RefusalMaker } from './refusal.ts';
import type { RefusalCode } from './refusal-codes.ts';
import { type Lost, retryLostRace } from './retry-lost-race.ts';

/** Everything that several writers may change at once, and the code with which the slowest of them is refused. */
const CODES = {
  'API key': 'LOCK_ACQUISITION_FAILURE',
  activity: 'LOCK_ACQUISITION_FAILURE',
  agent: 'LOCK_ACQUISITION_FAILURE',
  'agent file': 'LOCK_ACQUISITION_FAILURE',
  'agent run': 'LOCK_ACQUISITION_FAILURE',
  'app version': 'LOCK_ACQUISITION_FAILURE',
  connection: 'LOCK_ACQUISITION_FAILURE',
  courier: 'LOCK_ACQUISITION_FAILURE',
  'custom event': 'LOCK_ACQUISITION_FAILURE',
  delivery: 'LOCK_ACQUISITION_FAILURE',
  'delivery window': 'LOCK_ACQUISITION_FAILURE',
  'dispatch rules': 'LOCK_ACQUISITION_FAILURE',
  document: 'LOCK_ACQUISITION_FAILURE',
  driver: 'LOCK_ACQUISITION_FAILURE',
  'driver group': 'LOCK_ACQUISITION_FAILURE',
  'email template': 'CONFLICT',
  flag: 'CONFLICT',
  inventory: 'LOCK_ACQUISITION_FAILURE',
  job: 'LOCK_ACQUISITION_FAILURE',
  notification: 'CONFLICT',
  'notification destination': 'CONFLICT',
  'notification trigger': 'CONFLICT',
  'optimization strategy': 'CONFLICT',
  'options group': 'LOCK_ACQUISITION_FAILURE',
  order: 'ORDER_LOCK_CONTENTION',
  organization: 'LOCK_ACQUISITION_FAILURE',
  'planned orders': 'LOCK_ACQUISITION_FAILURE',
  product: 'LOCK_ACQUISITION_FAILURE',
  'provider account': 'LOCK_ACQUISITION_FAILURE',
  'refund request': 'LOCK_ACQUISITION_FAILURE',
  role: 'LOCK_ACQUISITION_FAILURE',
  route: 'LOCK_ACQUISITION_FAILURE',
  'route restriction': 'CONFLICT',
  'saved views': 'LOCK_ACQUISITION_FAILURE',
  shift: 'LOCK_ACQUISITION_FAILURE',
  'store location': 'LOCK_ACQUISITION_FAILURE',
  task: 'LOCK_ACQUISITION_FAILURE',
  template: 'LOCK_ACQUISITION_FAILURE',
  upload: 'LOCK_ACQUISITION_FAILURE',
  user: 'LOCK_ACQUISITION_FAILURE',
  vehicle: 'LOCK_ACQUISITION_FAILURE',
  'webhook endpoint': 'LOCK_ACQUISITION_FAILURE',
  'webhook message': 'LOCK_ACQUISITION_FAILURE',
  workflow: 'LOCK_ACQUISITION_FAILURE',
  'workflow run': 'INVALID_STATE_TRANSITION',
  zone: 'LOCK_ACQUISITION_FAILURE',
  'zone restrictions': 'LOCK_ACQUISITION_FAILURE',
} as const satisfies Record<string, RefusalCode>;

/** A thing that several writers may change at once, as people call it. */
export type Contended = keyof typeof CODES;

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
  return REFUSALS[CODES[what]];
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
  return REFUSALS[CODES[what]](
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
