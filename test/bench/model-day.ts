/** A queue with its function, or the stream with the router, as the template has it. */
export interface DayStage {
  readonly name: string;
  /** Messages that an order leads to. */
  readonly perOrder: number;
  /** Invocations at once. */
  readonly atOnce: number;
  /** Whether its concurrency is its own, or a part of the account's. */
  readonly isReserved: boolean;
  readonly batchSize: number;
  /** Messages in a batch at this rate, while nothing waits. */
  readonly batchOf: (perSecond: number) => number;
  /** Duration of an invocation with this number of messages, in seconds. */
  readonly secondsOf: (messages: number) => number;
}

/** A day of orders against the bounds of an account. */
export interface Day {
  /** Orders in each second. */
  readonly ordersOf: (second: number) => number;
  readonly seconds: number;
  readonly stages: readonly DayStage[];
  /** Concurrency of the account. */
  readonly account: number;
  /** Concurrency that requests of one order a second take. */
  readonly requestsOfOrder: number;
}

/** What a day does to a queue. */
export interface StageOfDay {
  readonly name: string;
  /** Most messages that came in a second, and how many it can take. */
  readonly mostPerSecond: number;
  readonly capacityPerSecond: number;
  /** Most messages that waited, and the longest time that one waited for its invocation, in seconds. */
  readonly mostWaiting: number;
  readonly oldestSeconds: number;
}

/**
 * How an account gets through a day, second by second. A queue without a backlog takes smaller batches; one with a backlog
 * takes full ones. Requests come first, reserved concurrency is kept free, and the workers share what is left in proportion
 * to what they could use. An order's messages come in the second of the order: the worst case, because in truth they come
 * over the hour in which it is delivered.
 */
export function modelDay({ ordersOf, seconds, stages, account, requestsOfOrder }: Day): {
  readonly stages: readonly StageOfDay[];
  /** Most concurrency that was in use. */
  readonly mostAtOnce: number;
} {
  const states = stages.map((stage) => ({
    stage,
    come: [0],
    done: 0,
    first: 0,
    most: 0,
    waiting: 0,
    oldest: 0,
  }));
  const reserved = stages.reduce((sum, { isReserved, atOnce }) => sum + (isReserved ? atOnce : 0), 0);
  let mostAtOnce = 0;
  for (let second = 0; second < seconds; second += 1) {
    const orders = ordersOf(second);
    const requests = orders * requestsOfOrder;
    const wanted = states.map((state) => {
      const { stage, come, done } = state;
      const arriving = orders * stage.perOrder;
      come.push(come.at(-1)! + arriving);
      state.most = Math.max(state.most, arriving);
      const open = come.at(-1)! - done;
      const isBehind = open > arriving + 1e-6;
      const batch = isBehind
        ? stage.batchSize
        : Math.min(stage.batchSize, Math.max(1, stage.batchOf(arriving)));
      const perInvocation = batch / stage.secondsOf(batch);
      return { perInvocation, invocations: Math.min(stage.atOnce, open / perInvocation) };
    });
    const asked = wanted.reduce(
      (sum, { invocations }, index) => sum + (stages[index]!.isReserved ? 0 : invocations),
      0,
    );
    const left = Math.max(0, account - reserved - requests);
    const share = asked > left ? left / asked : 1;
    let atOnce = requests;
    for (const [index, state] of states.entries()) {
      const { perInvocation, invocations } = wanted[index]!;
      const given = invocations * (state.stage.isReserved ? 1 : share);
      atOnce += given;
      state.done = Math.min(state.come.at(-1)!, state.done + given * perInvocation);
      state.waiting = Math.max(state.waiting, state.come.at(-1)! - state.done);
      // The second in which the oldest waiting message came.
      while (state.first < second + 1 && state.come[state.first + 1]! <= state.done + 1e-6) state.first += 1;
      state.oldest = Math.max(state.oldest, second - state.first);
    }
    mostAtOnce = Math.max(mostAtOnce, atOnce);
  }
  return {
    stages: states.map(({ stage, most, waiting, oldest }) => ({
      name: stage.name,
      mostPerSecond: most,
      capacityPerSecond: capacityOf(stage),
      mostWaiting: waiting,
      oldestSeconds: Math.max(0, oldest),
    })),
    mostAtOnce,
  };
}

/** Messages that a queue can take in a second, in full batches. */
function capacityOf({ atOnce, batchSize, secondsOf }: DayStage): number {
  return (atOnce * batchSize) / secondsOf(batchSize);
}
