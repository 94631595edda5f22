import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { isDelivered, tasksOfJob } from '../demo/story-tasks.ts';
import { eventually } from '../support/dispatch-story.ts';
import { scenario as test } from '../support/scenario.ts';

const PACKAGES = 200;

/** How long after each request the process is killed (ms): while it is read, written and handed over. */
const KILLED_AFTER_MS = [40, 150, 300, 600, 1_200, 2_500];

const packagesOf = (run: number) =>
  Array.from({ length: PACKAGES }, (_, index) => ({
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

describe('2.2 a batch of 200 packages whose makers are killed with -9', () => {
  test(`is there once and whole after each of ${KILLED_AFTER_MS.length} kills, and every package is delivered`, async ({
    killable,
  }) => {
    let target = await killable.start();
    const api = () => demoApi(target, 300_000);
    const { id: optionsGroupId } = await api().call<{ id: string }>('POST', '/v1/options_group', {
      label: 'Batches',
      allowedProviders: ['FleetSimulatorFast'],
      enableAutoDispatch: true,
    });
    const jobs: string[] = [];
    for (const [run, afterMs] of KILLED_AFTER_MS.entries()) {
      const made = api().call<{ id: string }>('POST', '/v1/batch_job', {
        packages: packagesOf(run),
        optionsGroupId,
        externalIdentifier: `kill-${run}`,
      });
      await sleep(afterMs);
      await killable.kill();
      target = await killable.start();
      const { id } = await made;
      jobs.push(id);
      expect(await tasksOfJob(api(), id)).toHaveLength(PACKAGES);
    }
    expect(new Set(jobs).size).toBe(KILLED_AFTER_MS.length);
    const { totalCount } = await api().call<{ totalCount: number }>('GET', '/v1/jobs');
    expect(totalCount).toBe(KILLED_AFTER_MS.length);
    await api().call('POST', '/_local/clock', { skipping: true });
    for (const id of jobs) {
      const tasks = await eventually(
        () => tasksOfJob(api(), id),
        (seen) => seen.every(isDelivered),
      );
      expect(new Set(tasks.map(({ delivery }) => delivery?.id)).size).toBe(PACKAGES);
      expect(new Set(tasks.map(({ delivery }) => delivery?.providerName)).size).toBe(1);
    }
  });
});
