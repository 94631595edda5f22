import type { CloudPart, CloudState, LocalClock } from '../ports.ts';

/** Everything on the status page, combined from the parts. */
export interface WholeState extends Required<CloudState> {
  /** Time on the local clock, ISO 8601. */
  readonly now: string;
  readonly skippedMs: number;
}

/** Asks every part and combines the answers. */
export async function wholeState(clock: LocalClock, parts: readonly CloudPart[]): Promise<WholeState> {
  const states = await Promise.all(parts.map((part) => part.state?.() ?? ({} as CloudState)));
  return {
    now: new Date(clock.now()).toISOString(),
    skippedMs: Number(Atomics.load(new BigInt64Array(clock.skippedMs), 0)),
    tables: states.flatMap(({ tables = [] }) => tables),
    queues: states.flatMap(({ queues = [] }) => queues),
    executions: states.flatMap(({ executions = [] }) => executions),
    schedules: states.flatMap(({ schedules = [] }) => schedules),
    outgoing: states.flatMap(({ outgoing = [] }) => outgoing),
    traceSegments: states.flatMap(({ traceSegments = [] }) => traceSegments),
  };
}
