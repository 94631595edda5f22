import type { Store } from './store.ts';
import type { Package, Place, Work } from './work.ts';

/** The data of recipients stay on the phone for a working day. Milliseconds. */
const DAY_MS = 16 * 3_600_000;

const ENDED: ReadonlySet<string> = new Set(['dropoff_complete', 'failed', 'returned']);

/** Takes what is of delivered packages off a phone that could not read its work for a day. */
export async function forgetDelivered(store: Store, nowMs: number): Promise<void> {
  const work = await store.recall('work');
  const aheadMs = (await store.recall('aheadMs')) ?? 0;
  if (work && nowMs + aheadMs - Date.parse(work.at) > DAY_MS)
    await store.remember('work', withoutDelivered(work));
}

function withoutDelivered(work: Work): Work {
  return {
    ...work,
    assignments: work.assignments.map((assignment) => ({
      ...assignment,
      packages: assignment.packages.map((one) => (ENDED.has(one.status) ? emptied(one) : one)),
    })),
  };
}

function emptied(one: Package): Package {
  const place = (of: Place): Place => ({
    ...of,
    name: null,
    address: '',
    phoneNumber: null,
    instructions: null,
  });
  return {
    ...one,
    description: null,
    items: [],
    dueAmountCents: null,
    pickup: place(one.pickup),
    dropoff: place(one.dropoff),
  };
}
