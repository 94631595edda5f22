import fc from 'fast-check';
import { expect } from 'vitest';
import { DispatchWorld } from './dispatch-world.ts';
import { type CancelFault, type CreateFault, faultyProvider } from './faulty-provider.ts';
import { startTestTable } from './test-table.ts';

const createFault = fc.constantFrom<CreateFault>(
  'accept',
  'refuse',
  'refuse-for-now',
  'lost-call',
  'lost-answer',
  'late',
);
const cancelFault = fc.constantFrom<CancelFault>('cancel', 'lost-call', 'lost-answer', 'refuse-if-held');

/** A job, its providers with their faults, and what happens. */
export const dispatchScenario = fc.record({
  providers: fc.array(
    fc.record({
      creates: fc.array(createFault, { maxLength: 5 }),
      cancels: fc.array(cancelFault, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Packages of the job: more than one is a batch. */
  packages: fc.constantFrom(1, 1, 2, 3),
  driverTimeoutMinutes: fc.constantFrom(null, 1),
  /** Whether the job waits until somebody selects a quote, while its quotes are refreshed. */
  isByHand: fc.boolean(),
  /** What happens next, chosen from what is possible. */
  choices: fc.array(fc.record({ kind: fc.nat(99), which: fc.nat(99) }), { minLength: 5, maxLength: 60 }),
});

/** Runs one scenario to its end and checks what must hold whatever happened. */
export async function runScenario(
  asked: typeof dispatchScenario extends fc.Arbitrary<infer One> ? One : never,
) {
  const { providers, choices, packages, driverTimeoutMinutes, isByHand } = asked;
  const db = await startTestTable();
  try {
    const fleet = providers.map((faults, index) =>
      faultyProvider({ id: `prv_${index}`, name: `P${index}`, priceCents: 500 + index, ...faults }),
    );
    const world = new DispatchWorld(db, fleet);
    await world.begin(packages, driverTimeoutMinutes, isByHand);
    for (const which of isByHand ? [0, 1, 2, 4] : []) await world.choose(which);
    for (const choice of choices) await world.act(choice);
    await world.settle();
    const job = await world.job();
    const explain = `${JSON.stringify({ tasks: job.tasks, batch: job.batch, holds: world.holds() })}\n${world.trace.join('\n')}`;
    expect(await world.repriced(), explain).toEqual([]);
    for (const { value: configuration } of job.configurations) {
      const tasks = job.tasks
        .map(({ value }) => value)
        .filter((one) => one.configurationId === configuration.id);
      const last = tasks.at(-1)!;
      const held = world.holds().filter((key) => tasks.some(({ id }) => id === key));
      // One for each attempt of the strategy, and those that somebody requested.
      expect(tasks.length, explain).toBeLessThanOrEqual(10);
      expect(held.length, explain).toBeLessThanOrEqual(1);
      if (configuration.canceledAt) expect(held.length === 0 || world.wasKept, explain).toBe(true);
      else if (configuration.exhaustedAt || last.winnerQuoteId === null) expect(held, explain).toEqual([]);
      else {
        expect(last.status, explain).toBe('running');
        expect(held, explain).toEqual([last.id]);
      }
    }
  } finally {
    await db.stop();
  }
}
