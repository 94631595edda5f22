import { expect, it } from 'vitest';
import { deployedStages, PRODUCTION } from '../support/deployed-stages.ts';
import { type Stage, simulateBurst } from '../support/simulate-burst.ts';
import { quickStacks } from '../support/stacks.ts';

/** Timers that are due at nine o'clock. */
const TIMERS = 50_000;

/** An account's concurrency, and what its API takes of it: 500 requests a second of 150 ms each. */
const ACCOUNT = 1000;
const API = { perSecond: 500, seconds: 0.15 };

/** What a fired timer leads to, with generous times for a batch of ten. */
const CHAIN: Readonly<Record<string, Pick<Stage, 'seconds' | 'leadsTo'>>> = {
  'fire-timer': { seconds: 0.5, leadsTo: { 'dispatch-orders': 1 } },
  'dispatch-orders': { seconds: 1, leadsTo: { 'attempt-dispatch': 1, 'make-webhook-messages': 1 } },
  'attempt-dispatch': { seconds: 2, leadsTo: { 'make-webhook-messages': 3 } },
  'make-webhook-messages': { seconds: 1.5, leadsTo: {} },
};

/** The bounds of production, from its templates. */
function burstStages(): readonly Stage[] {
  return deployedStages(quickStacks(PRODUCTION), Object.keys(CHAIN)).map((deployed) => ({
    ...deployed,
    ...CHAIN[deployed.name]!,
  }));
}

it('50,000 timers at nine o’clock leave the API alone and are all fired within a minute', () => {
  const stages = burstStages();
  const { emptyAt, refused } = simulateBurst({
    messages: { 'fire-timer': TIMERS },
    stages,
    api: API,
    account: ACCOUNT,
  });
  expect(refused).toBe(0);
  expect(emptyAt['fire-timer']).toBeLessThan(60);
  expect(emptyAt['attempt-dispatch']).toBeLessThan(5 * 60);
}, 60_000);

it('invoked directly by their executions they would take the account and have the API refused', () => {
  const [fireTimer] = burstStages();
  const unbounded = { ...fireTimer!, atOnce: TIMERS, reserved: 0, batchSize: 1, leadsTo: {} };
  const burst = { messages: { 'fire-timer': TIMERS }, stages: [unbounded], api: API, account: ACCOUNT };
  expect(simulateBurst(burst).refused).toBeGreaterThan(1000);
}, 60_000);
