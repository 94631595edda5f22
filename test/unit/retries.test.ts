import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findAnsweredRaces } from '../support/boundaries/find-answered-races.ts';
import { findRepetitions } from '../support/boundaries/find-repetitions.ts';
import { readSources } from '../support/boundaries/read-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Repetitions that do not retry a lost race, and what they do. */
const OTHERS: Readonly<Record<string, string>> = {
  'functions/compose/call-service.ts': 'sends a request again that the service asked to send later',
  'lib/operations/lake/due-hours.ts': 'writes one hour after another',
  'lib/reactions/automations/replay/simulate.ts': 'rounds of a run',
  'lib/reactions/automations/schedules/sync-schedule.ts': 'puts a schedule again while its workflow changes',
  'lib/fulfilment/dispatch/handover/hand-over-task.ts': 'steps of a hand-over',
  'lib/fleet/driver-app/contact.ts': 'the pages of a list',
  'lib/fleet/fleet/roster.ts': 'reads again what was read in the middle of a write',
  'lib/fleet/own-fleet/assign-couriers.ts': 'steps of an assignment',
  'lib/fleet/planning/strategy-schedules.ts': 'puts schedules again while their strategy changes',
  'lib/fleet/routes/fleet-at-stores.ts': 'pages of a list, up to a number of rows',
  'lib/fleet/routes/routes-of-groups.ts': 'reads page after page',
};

/** Refusals that look like those of lost races, and what they are. */
const OTHER_ANSWERS: Readonly<Record<string, string>> = {
  'lib/fulfilment/dispatch/refusals.ts': 'a job is being handed over, which takes longer than a write',
  'lib/fulfilment/provider-news/refusals.ts': 'a carrier sends its message again after this status only',
  'lib/reactions/custom-events/emit-event.ts':
    'an order takes 3 events a second: those that lose are too many',
  'lib/reactions/webhooks/refusals.ts': 'a message is being sent for the first time',
};

const found = (...lines: string[]) => findRepetitions({ file: 'lib/a.ts', text: lines.join('\n') });

describe('retries of a lost race', () => {
  it('are made by retryLostRace, which alone knows how often and how long', () => {
    const files = readSources(ROOT, ['functions', 'lib'])
      .filter(
        ({ file }) =>
          !/^(lib\/(engines\/optimization|client|platform\/core\/retry-lost-race)|functions\/(console|driver-app))/.test(
            file,
          ),
      )
      .flatMap(findRepetitions)
      .map((place) => place.replace(/:\d+$/, ''));
    expect([...new Set(files)].sort()).toEqual(Object.keys(OTHERS).sort());
  });

  it('are answered by commit, with one refusal and one sentence', () => {
    const files = readSources(ROOT, ['functions', 'lib'])
      .filter(
        ({ file }) => !/^(lib\/(client|platform\/core\/commit)|functions\/(console|driver-app))/.test(file),
      )
      .flatMap(findAnsweredRaces)
      .map((place) => place.replace(/:\d+$/, ''));
    expect([...new Set(files)].sort()).toEqual(Object.keys(OTHER_ANSWERS).sort());
  });

  it.each([
    [
      'is retried and refused by hand',
      'async function f(): Promise<Order | Refusal> { return (await retryLostRace(clock, step)) ?? busy(); }',
    ],
    [
      'has a refusal of its own',
      "const busy = defineRefusal({ code: 'LOCK_ACQUISITION_FAILURE', summary: '' });",
    ],
    ['has a sentence of its own', "return conflict('The order was being changed by others; try again.');"],
  ])('a lost race that %s is found', (_, line) => {
    expect(findAnsweredRaces({ file: 'lib/a.ts', text: line })).toEqual(['lib/a.ts:1']);
  });

  it.each([
    ['a step of a worker', 'async function f(): Promise<void> { await retryLostRace(clock, step); }'],
    ['what a worker throws', "throw new ConsumerFailure('busy', 'The route was being changed by others.');"],
    ['another refusal', "const gone = defineRefusal({ code: 'NOT_FOUND', summary: 'It was deleted.' });"],
  ])('%s answers no lost race', (_, line) => {
    expect(findAnsweredRaces({ file: 'lib/a.ts', text: line })).toEqual([]);
  });

  it.each([
    ['counts tries', 'for (let tries = 0; tries < 3; tries += 1) if (await step(tries)) return;'],
    ['counts and does not use the count', 'for (let n = 0; n < 3; n += 1) if (await step()) return;'],
    ['writes until it holds', 'while (true) if ((await table.write(operations)).ok) break;'],
    ['writes without an end', 'for (;;) if ((await deps.table.write(await plan())).ok) break;'],
    ['is a function that calls itself', 'async function f() { if (!(await table.write([])).ok) await f(); }'],
    ['writes first', 'do { done = (await table.write(operations)).ok; } while (!done);'],
  ])('a loop that %s is found', (_, line) => {
    expect(found('const a = 1;', line)).toEqual(['lib/a.ts:2']);
  });

  it.each([
    [
      'over portions',
      'for (let from = 0; from < all.length; from += 25) await table.write(all.slice(from, from + 25));',
    ],
    ['over a list', 'for (const one of all) await table.write([one]);'],
    ['over pages', 'do { page = await table.query(next); next = page.next; } while (next);'],
    [
      'in a step of a retry',
      'await retryLostRace(clock, async () => { while (left()) await table.write(some()); });',
    ],
    ['whose function writes', 'while (more()) steps.push(() => table.write(operations));'],
  ])('a walk %s is none', (_, line) => {
    expect(found(line)).toEqual([]);
  });
});
