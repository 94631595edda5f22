import { type DemoTarget, demoApi } from './api.ts';
import { lookUntil, type StoryOutcome } from './story-outcome.ts';
import { isDelivered, tasksOfJob } from './story-tasks.ts';

const PACKAGES = 3;

/** One job takes several packages from one bakery to their neighbours, with one courier. */
export async function batchStory(
  target: DemoTarget,
  run: string,
  optionsGroupId: string,
): Promise<StoryOutcome> {
  const api = demoApi(target);
  const packages = Array.from({ length: PACKAGES }, (_, index) => ({
    packageExternalIdentifier: `demo-${run}-box-${index}`,
    packageDescription: `Demo batch, box ${index + 1}`,
    packageDeliveryMode: 'now',
    packageValueCents: 2_000,
    currency: 'USD',
    itemsCount: 1,
    pickupBusinessName: 'Demo Bakery',
    pickupPhoneNumber: '+14155550100',
    pickupAddress: '1 Ferry Building, San Francisco, CA 94111',
    dropoffFirstName: 'Guest',
    dropoffLastName: String(index + 1),
    dropoffPhoneNumber: `+1415555020${index}`,
    dropoffAddress: `${100 + 10 * index} Valencia St, San Francisco, CA 94103`,
  }));
  const { id } = await api.call<{ id: string }>('POST', '/v1/batch_job', {
    packages,
    optionsGroupId,
    externalIdentifier: `demo-${run}-batch`,
  });
  const tasks = await lookUntil(
    () => tasksOfJob(api, id),
    (seen) => seen.every(isDelivered),
  );
  const delivered = tasks.filter(isDelivered).length;
  const isWhole =
    delivered === PACKAGES && new Set(tasks.map((task) => task.delivery?.providerName)).size === 1;
  return {
    rows: [['packages of a batch delivered', `${delivered} of ${PACKAGES}`]],
    missing: isWhole ? [] : [`batch ${id}: ${tasks.map((task) => task.delivery?.status).join(', ')}`],
  };
}
