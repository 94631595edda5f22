import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { isDelivered, tasksOfJob } from '../demo/story-tasks.ts';
import { eventually } from '../support/dispatch-story.ts';
import { scenario as test } from '../support/scenario.ts';

/**
 * More packages than fit into one transaction: of the batches whose creation is killed, and of the one whose dispatch
 * is.
 */
const PACKAGES = 200;
const DISPATCHED = 50;

/**
 * Milliseconds after a request for a batch at which the process is killed: while the request is read, and while its
 * parts are written.
 */
const KILLED_WHILE_MADE_MS = [40, 150, 300, 600, 1_200];

/** Milliseconds after its dispatch and each start: while providers are asked, and while they are given the packages. */
const KILLED_WHILE_GIVEN_MS = [80, 900, 2_500];

/**
 * Maximum time until they are delivered, even beside other work: each takes two seconds of processor time.
 * Milliseconds.
 */
const LIMIT_MS = 900_000;

const packagesOf = (run: string, length: number) =>
  Array.from({ length }, (_, index) => ({
    packageExternalIdentifier: `kill-${run}-box-${index}`,
    packageDescription: `Box ${index}`,
    packageDeliveryMode: 'now',
    packageValueCents: 2_000,
    currency: 'USD',
    itemsCount: 1,
    pickupBusinessName: 'Bakery',
    pickupPhoneNumber: '+14155550100',
    pickupAddress: '1 Ferry Building, San Francisco, CA 94111',
    dropoffFirstName: 'Guest',
    dropoffLastName: String(index),
    dropoffPhoneNumber: '+14155550200',
    dropoffAddress: `${100 + 2 * index} Valencia St, San Francisco, CA 94103`,
  }));

describe('2.2 a batch of many packages whose makers are killed with -9', () => {
  test(`is there once and whole after each of ${KILLED_WHILE_MADE_MS.length + KILLED_WHILE_GIVEN_MS.length} kills, and its packages are delivered once`, async ({
    killable,
  }) => {
    let target = await killable.start();
    const api = () => demoApi(target, 300_000);
    const killAfter = async (afterMs: number) => {
      await sleep(afterMs);
      await killable.kill();
      target = await killable.start();
    };
    const { id: optionsGroupId } = await api().call<{ id: string }>('POST', '/v1/options_group', {
      label: 'Batches',
      allowedProviders: ['FleetSimulatorFast'],
      enableAutoDispatch: false,
    });
    const jobs: string[] = [];
    for (const [run, afterMs] of KILLED_WHILE_MADE_MS.entries()) {
      const made = api().call<{ id: string }>('POST', '/v1/batch_job', {
        packages: packagesOf(`${run}`, PACKAGES),
        optionsGroupId,
        externalIdentifier: `kill-${run}`,
      });
      await killAfter(afterMs);
      // The client repeated the request until it was answered.
      const { id } = await made;
      jobs.push(id);
      expect(await tasksOfJob(api(), id)).toHaveLength(PACKAGES);
    }
    expect(new Set(jobs).size).toBe(jobs.length);
    const { totalCount } = await api().call<{ totalCount: number }>('GET', '/v1/jobs');
    expect(totalCount).toBe(jobs.length);

    const { id } = await api().call<{ id: string }>('POST', '/v1/batch_job', {
      packages: packagesOf('dispatched', DISPATCHED),
      optionsGroupId,
    });
    const dispatched = api().call('POST', `/v1/jobs/${id}/autodispatch`);
    for (const afterMs of KILLED_WHILE_GIVEN_MS) await killAfter(afterMs);
    await dispatched;
    await api().call('POST', '/_local/clock', { skipping: true });
    const tasks = await eventually(
      () => tasksOfJob(api(), id),
      (seen) => seen.every(isDelivered),
      LIMIT_MS,
    );
    expect(new Set(tasks.map(({ delivery }) => delivery?.id)).size).toBe(DISPATCHED);
    expect(new Set(tasks.map(({ delivery }) => delivery?.providerName)).size).toBe(1);
  });
});
