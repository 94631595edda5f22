/** A queue with its function, as in the template. */
export interface Stage {
  readonly name: string;
  /** Invocations at once. */
  readonly atOnce: number;
  /** Concurrency reserved for it; 0 = it shares the account's. */
  readonly reserved: number;
  readonly batchSize: number;
  /** Duration of an invocation with a full batch. */
  readonly seconds: number;
  /** Messages that each of its messages leads to, by queue name. */
  readonly leadsTo: Readonly<Record<string, number>>;
}

/** The load of API requests on the account. */
export interface Load {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Burst {
  /** Messages that exist at once when the simulation begins, by queue name. */
  readonly messages: Readonly<Record<string, number>>;
  readonly stages: readonly Stage[];
  readonly api: Load;
  /** Concurrency of the account. */
  readonly account: number;
}

const TICK_SECONDS = 0.05;

/** Nothing takes longer than an hour; whatever does is stuck. */
const LONGEST_SECONDS = 3600;

/**
 * How an account handles a burst, in ticks: each function takes as many batches as its bounds and the account allow,
 * and API requests take what is left. Returns the second at which each queue was empty for good, and how many API
 * requests were refused because no concurrency was left.
 */
export function simulateBurst({ messages, stages, api, account }: Burst) {
  const waiting = new Map(stages.map(({ name }) => [name, messages[name] ?? 0]));
  const running = new Map(stages.map(({ name }) => [name, [] as { until: number; taken: number }[]]));
  const emptyAt: Record<string, number> = {};
  const shared = account - stages.reduce((sum, { reserved }) => sum + reserved, 0);
  let requests: { until: number; count: number }[] = [];
  let refused = 0;
  let arrived = 0;
  for (let now = 0; now < LONGEST_SECONDS; now += TICK_SECONDS) {
    for (const { name, leadsTo } of stages) {
      const ended = running.get(name)?.filter(({ until }) => until <= now) ?? [];
      running.set(name, running.get(name)?.filter(({ until }) => until > now) ?? []);
      for (const { taken } of ended) {
        for (const [next, count] of Object.entries(leadsTo)) {
          waiting.set(next, (waiting.get(next) ?? 0) + taken * count);
        }
      }
    }
    requests = requests.filter(({ until }) => until > now);
    const inUse = () =>
      requests.reduce((sum, { count }) => sum + count, 0) +
      stages.reduce((sum, { name, reserved }) => sum + (reserved ? 0 : (running.get(name)?.length ?? 0)), 0);
    for (const { name, atOnce, reserved, batchSize, seconds } of stages) {
      const lane = running.get(name) ?? [];
      const free = Math.min(atOnce - lane.length, reserved ? atOnce : shared - inUse());
      for (let slot = 0; slot < free && (waiting.get(name) ?? 0) > 0; slot += 1) {
        const taken = Math.min(batchSize, waiting.get(name) ?? 0);
        waiting.set(name, (waiting.get(name) ?? 0) - taken);
        lane.push({ until: now + seconds, taken });
      }
      if ((waiting.get(name) ?? 0) > 0 || lane.length > 0) emptyAt[name] = now;
    }
    arrived += api.perSecond * TICK_SECONDS;
    const count = Math.floor(Math.min(arrived, shared - inUse()));
    refused += Math.floor(arrived) - count;
    requests.push({ until: now + api.seconds, count });
    arrived -= Math.floor(arrived);
    if (stages.every(({ name }) => !waiting.get(name) && running.get(name)?.length === 0)) break;
  }
  return { emptyAt, refused };
}
