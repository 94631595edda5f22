import type { Alarm, LocalClock } from './ports.ts';

/** What the clock is built on. The defaults are the machine's; tests pass their own. */
export interface ClockParts {
  /** Whether the whole local cloud is idle. Called only while skipping. */
  readonly idle: () => Promise<boolean>;
  /** Milliseconds since the epoch of the machine. */
  readonly machineNow?: () => number;
  /** Runs once after `ms` of machine time; the returned function cancels it. */
  readonly timer?: (ms: number, run: () => void) => () => void;
  /** Milliseconds skipped in earlier runs, so that stored instants are never in the future. */
  readonly skippedMs?: number;
  /** Called with the new total whenever time was skipped, to store it for the next start. */
  readonly onSkip?: (skippedMs: number) => void;
  /** Called with an alarm's error; the other alarms run nevertheless. */
  readonly onError?: (error: unknown) => void;
}

/** The clock with the methods for its owner. */
export interface RunningClock extends LocalClock {
  /** Ends all alarms; nothing keeps the process alive afterwards. */
  stop(): void;
}

/** Node's timers overflow above 2^31 - 1 ms (24.8 days) and fire at once; longer waits are divided. */
const LONGEST_SLEEP_MS = 2_147_483_647;

/** Machine time between two checks for idleness. Work passed between services takes far less. */
const IDLE_POLL_MS = 5;

/** One idle answer may fall between a service's answer and its message to the next service. */
const IDLE_ANSWERS_NEEDED = 2;

interface Entry {
  /** Changes when the clock is set back. */
  dueMs: number;
  /** Keeps alarms of the same time in the order in which they were set. */
  readonly order: number;
  readonly jump: boolean;
  run: (() => void) | undefined;
}

const machineTimer = (ms: number, run: () => void) => {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
};

/** The local cloud's clock: machine time plus the skipped time, with one heap of alarms behind one timer. */
export function createClock(parts: ClockParts): RunningClock {
  const machineNow = parts.machineNow ?? Date.now;
  const timer = parts.timer ?? machineTimer;
  const onError =
    parts.onError ??
    ((error) =>
      queueMicrotask(() => {
        throw error;
      }));
  const skippedMs = new SharedArrayBuffer(8);
  const skipped = new BigInt64Array(skippedMs);
  skipped[0] = BigInt(Math.round(parts.skippedMs ?? 0));

  const alarms = createHeap();
  const jumps = createHeap();
  let order = 0;
  let cancelSleep: (() => void) | undefined;
  let sleepsUntil = Number.POSITIVE_INFINITY;
  let stopped = false;

  const skippedNow = () => Number(Atomics.load(skipped, 0));
  const now = () => machineNow() + skippedNow();

  /** Never backwards: an alarm may itself have moved the clock further ahead. */
  const skipTo = (total: number) => {
    if (total > skippedNow()) Atomics.store(skipped, 0, BigInt(Math.round(total)));
  };

  const runEntry = (entry: Entry) => {
    const run = entry.run;
    entry.run = undefined;
    try {
      run?.();
    } catch (error) {
      onError(error);
    }
  };

  const runDue = () => {
    for (;;) {
      const first = alarms.first();
      if (first === undefined || first.dueMs > now()) break;
      alarms.pop();
      runEntry(first);
    }
    sleep();
  };

  /** Sets the one timer for the first alarm, unless it is early enough already. */
  const sleep = () => {
    const first = alarms.first();
    const dueMs = first?.dueMs ?? Number.POSITIVE_INFINITY;
    if (stopped || dueMs === sleepsUntil) return;
    cancelSleep?.();
    cancelSleep = undefined;
    sleepsUntil = dueMs;
    if (first === undefined) return;
    const ms = Math.min(Math.max(0, Math.ceil(dueMs - now())), LONGEST_SLEEP_MS);
    cancelSleep = timer(ms, () => {
      sleepsUntil = Number.POSITIVE_INFINITY;
      cancelSleep = undefined;
      runDue();
    });
  };

  const advance = (ms: number) => {
    const target = skippedNow() + Math.max(0, ms);
    for (;;) {
      const first = alarms.first();
      if (stopped || first === undefined || first.dueMs > machineNow() + target) break;
      alarms.pop();
      skipTo(Math.min(target, Math.ceil(first.dueMs - machineNow())));
      runEntry(first);
    }
    skipTo(target);
    parts.onSkip?.(skippedNow());
    sleepsUntil = Number.POSITIVE_INFINITY;
    cancelSleep?.();
    cancelSleep = undefined;
    sleep();
  };

  const idle = watchIdleness({
    timer,
    isIdle: async () => jumps.first() !== undefined && (await parts.idle()),
    alarmsSet: () => order,
    onError,
    jump() {
      const next = jumps.first();
      if (next !== undefined && next.dueMs > now()) advance(next.dueMs - now());
    },
  });

  return Object.freeze({
    now,
    skippedMs,
    at(dueMs: number, run: () => void, options: { readonly jump?: boolean } = {}): Alarm {
      if (Number.isNaN(dueMs)) throw new RangeError('an alarm needs a time, got NaN');
      order += 1;
      const entry: Entry = { dueMs, order, jump: options.jump === true, run };
      alarms.push(entry);
      if (entry.jump) jumps.push(entry);
      sleep();
      return {
        cancel() {
          if (entry.run === undefined) return;
          entry.run = undefined;
          alarms.drop();
          if (entry.jump) jumps.drop();
        },
      };
    },
    advance,
    reset() {
      const back = skippedNow();
      Atomics.store(skipped, 0, 0n);
      // All by the same amount, so their order stays.
      for (const entry of alarms.all()) entry.dueMs -= back;
      parts.onSkip?.(0);
      sleepsUntil = Number.POSITIVE_INFINITY;
      cancelSleep?.();
      cancelSleep = undefined;
      sleep();
    },
    setSkipping: idle.watch,
    stop() {
      stopped = true;
      cancelSleep?.();
      idle.watch(false);
    },
  });
}

/** While on, asks again and again whether everything is idle, and calls `jump` after enough idle answers in a row. */
function watchIdleness(parts: {
  readonly timer: NonNullable<ClockParts['timer']>;
  readonly isIdle: () => Promise<boolean>;
  /** Number of alarms set so far: one set while asking means that something was active. */
  readonly alarmsSet: () => number;
  readonly onError: (error: unknown) => void;
  readonly jump: () => void;
}) {
  let isOn = false;
  let cancelPoll: (() => void) | undefined;
  let idleAnswers = 0;
  /** Counts calls of `watch`: an answer requested before one is invalid after it. */
  let turn = 0;

  const poll = () => {
    if (!isOn) return;
    const asked = turn;
    cancelPoll = parts.timer(IDLE_POLL_MS, () => void ask(asked));
  };

  const ask = async (asked: number) => {
    const before = parts.alarmsSet();
    let isIdle = false;
    try {
      isIdle = await parts.isIdle();
    } catch (error) {
      parts.onError(error);
    }
    if (asked !== turn) return;
    idleAnswers = isIdle && before === parts.alarmsSet() ? idleAnswers + 1 : 0;
    if (idleAnswers >= IDLE_ANSWERS_NEEDED) {
      idleAnswers = 0;
      parts.jump();
    }
    poll();
  };

  return {
    watch(on: boolean) {
      isOn = on;
      turn += 1;
      idleAnswers = 0;
      cancelPoll?.();
      cancelPoll = undefined;
      poll();
    },
  };
}

/** Binary heap by time and order. Cancelled entries are removed lazily, or all at once when they outnumber the rest. */
function createHeap() {
  let heap: Entry[] = [];
  let dropped = 0;
  const before = (a: Entry, b: Entry) => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);

  const up = (start: number) => {
    let index = start;
    const entry = heap[index]!;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(entry, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = entry;
  };

  const down = (start: number) => {
    let index = start;
    const entry = heap[index]!;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!before(heap[child]!, entry)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = entry;
  };

  const pop = () => {
    const first = heap[0];
    const last = heap.pop();
    if (first !== undefined && last !== undefined && heap.length > 0) {
      heap[0] = last;
      down(0);
    }
    return first;
  };

  return {
    push(entry: Entry) {
      heap.push(entry);
      up(heap.length - 1);
    },
    pop,
    /** The earliest entry that is neither cancelled nor run. */
    first(): Entry | undefined {
      while (heap.length > 0 && heap[0]!.run === undefined) pop();
      return heap[0];
    },
    /** The entries, including cancelled ones. */
    all: (): readonly Entry[] => heap,
    /** Notes that one entry was cancelled. */
    drop() {
      dropped += 1;
      if (dropped <= heap.length / 2) return;
      dropped = 0;
      heap = heap.filter((entry) => entry.run !== undefined);
      for (let index = (heap.length >> 1) - 1; index >= 0; index -= 1) down(index);
    },
  };
}
