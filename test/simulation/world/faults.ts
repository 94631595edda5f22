import type { Random } from './random.ts';

/** Something that goes wrong, and how often. */
interface FaultKind {
  readonly sentence: string;
  readonly probability: number;
}

/** Every kind of fault. The probability is that of one occasion in an average seed; seeds range from calm to stormy. */
const FAULTS = {
  'crash-before': { sentence: 'A function dies before a call that it makes.', probability: 0.004 },
  'crash-after': { sentence: 'A function dies after a call took effect.', probability: 0.004 },
  'crash-at-end': {
    sentence: 'A function dies after its last call, before it is known to have ended.',
    probability: 0.004,
  },
  'lost-answer': {
    sentence: 'A call takes effect and its answer is lost; the client sends it again.',
    probability: 0.01,
  },
  throttle: { sentence: 'AWS refuses a call for now; the client sends it again.', probability: 0.008 },
  'transaction-throttled': {
    sentence: 'One member of a transaction is throttled, which cancels all of it.',
    probability: 0.008,
  },
  'keys-left-out': { sentence: 'A batch of reads leaves out some of its keys.', probability: 0.02 },
  outage: { sentence: 'AWS refuses a call and all that the client sends again.', probability: 0.001 },
  'transaction-conflict': { sentence: 'A transaction meets another one on an item.', probability: 0.01 },
  'slow-call': { sentence: 'A call of AWS takes up to 5 s.', probability: 0.01 },
  'slow-index': { sentence: 'An index takes a change over after up to 20 s.', probability: 0.02 },
  'very-slow-index': { sentence: 'An index takes a change over after up to 10 min.', probability: 0.001 },
  'lost-index': {
    sentence: 'An index misses a change until the item changes again, or the faults end.',
    probability: 0.0005,
  },
  'duplicate-message': { sentence: 'A queue delivers a message twice.', probability: 0.02 },
  'late-message': {
    sentence: 'A queue delivers a message up to 60 s late, after others that came behind it.',
    probability: 0.03,
  },
  'lost-deletion': { sentence: 'A handled message is not deleted and comes again.', probability: 0.01 },
  'partial-send': { sentence: 'A queue refuses one message of a batch.', probability: 0.005 },
  'stream-again': { sentence: 'A batch of the stream comes again from an earlier point.', probability: 0.02 },
  'stream-late': { sentence: 'The stream rests for up to 60 s.', probability: 0.01 },
  'execution-stopped': { sentence: 'An execution that waits for a timer is stopped.', probability: 0.05 },
  'schedule-twice': { sentence: 'A schedule invokes its function twice.', probability: 0.05 },
  'clocks-change': {
    sentence: 'The run begins shortly before the clocks of San Francisco change.',
    probability: 0.67,
  },
  'clock-skew': { sentence: 'The clock of a function is up to 2 s wrong.', probability: 0.3 },
  restart: { sentence: 'Every function that runs dies at the same instant.', probability: 0.02 },
  'request-lost': { sentence: 'A caller gets no answer to a request and sends it again.', probability: 0.01 },
  'carrier-refuses': { sentence: 'A provider refuses a delivery.', probability: 0.1 },
  'carrier-refuses-for-now': { sentence: 'A provider refuses a delivery for now.', probability: 0.05 },
  'carrier-unreachable': { sentence: 'A call does not reach a provider.', probability: 0.05 },
  'carrier-answer-lost': {
    sentence: 'A provider does what it is asked and its answer is lost.',
    probability: 0.05,
  },
  'carrier-slow': {
    sentence: 'A call reaches a provider up to 40 s late, after the service gave up waiting.',
    probability: 0.04,
  },
  'carrier-answers-late': {
    sentence:
      'A provider does what it is asked and answers up to 40 s late, after the service gave up waiting.',
    probability: 0.03,
  },
  'carrier-accepts-twice': {
    sentence: 'A call reaches a provider twice: it accepts twice, and sends its news so far again.',
    probability: 0.03,
  },
  'carrier-cancels-at-once': {
    sentence: 'A provider gives a delivery up while its acceptance is on its way.',
    probability: 0.03,
  },
  'carrier-cancels': { sentence: 'A provider gives a delivery up before the pickup.', probability: 0.08 },
  'carrier-fails': { sentence: 'A delivery fails on its way.', probability: 0.05 },
  'carrier-keeps': { sentence: 'A provider refuses to cancel.', probability: 0.05 },
  'news-lost': { sentence: 'A message of a provider is lost.', probability: 0.05 },
  'news-twice': { sentence: 'A message of a provider comes twice.', probability: 0.05 },
  'news-late': { sentence: 'A message of a provider comes up to 10 min late.', probability: 0.05 },
  'receiver-down': { sentence: "A merchant's receiver answers 503, or not at all.", probability: 0.1 },
  'receiver-answer-lost': {
    sentence: "A merchant's receiver takes a message and its answer is lost.",
    probability: 0.03,
  },
  'phone-down': { sentence: 'A channel takes no messages for now.', probability: 0.05 },
  'phone-answer-lost': { sentence: 'A channel takes a message and its answer is lost.', probability: 0.03 },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultName = keyof typeof FAULTS;

/** Every kind of fault, in the order of its definition. */
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** What goes wrong in one run. Every occasion has a name, so that a run can be repeated without some of its faults. */
export class Faults {
  readonly #strength: number;
  readonly #kinds: ReadonlySet<FaultName>;
  readonly #without: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();
  /** Occasions that went wrong, in order. */
  readonly fired: string[] = [];
  isOn = true;

  constructor(options: {
    readonly strength: number;
    readonly kinds?: readonly FaultName[] | undefined;
    readonly without?: Iterable<string> | undefined;
  }) {
    this.#strength = options.strength;
    this.#kinds = new Set(options.kinds ?? FAULT_NAMES);
    this.#without = new Set(options.without ?? []);
  }

  /** Whether this kind can happen in the run at all. */
  isSwitchedOn(kind: FaultName): boolean {
    return this.#strength > 0 && this.#kinds.has(kind);
  }

  /** Whether this goes wrong here. `where` is the same name for the occasion in every run of the seed. */
  happens(kind: FaultName, random: Random, where: string): boolean {
    const happens = random.chance(Math.min(0.6, FAULTS[kind].probability * this.#strength));
    if (!happens || !this.isOn || !this.#kinds.has(kind)) return false;
    const base = `${kind} @ ${where}`;
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    const name = count === 1 ? base : `${base} (${count})`;
    if (this.#without.has(name)) return false;
    this.fired.push(name);
    return true;
  }
}
