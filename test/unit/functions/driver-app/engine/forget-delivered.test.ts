import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { workExample } from '../../../../../functions/api/driver/work-schema.ts';
import { forgetDelivered } from '../../../../../functions/driver-app/engine/forget-delivered.ts';
import type { Work } from '../../../../../functions/driver-app/engine/work.ts';
import { storeOnPhone } from '../../../../../functions/driver-app/phone/store-on-phone.ts';

const HOUR_MS = 3_600_000;

const withStatus = (status: string): Work => ({
  ...workExample,
  assignments: workExample.assignments.map((one) => ({
    ...one,
    packages: one.packages.map((parcel) => ({ ...parcel, status })),
  })),
});

test.each([
  ['dropoff_complete', 20, false],
  ['dropoff_complete', 2, true],
  ['dropoff_enroute', 20, true],
])(
  '45 9 of a package that is %s, %i hours after the last contact, the recipient is kept: %s',
  async (status, hours, isKept) => {
    const store = await storeOnPhone(`forget-${status}-${hours}`);
    await store.remember('work', withStatus(status));
    await forgetDelivered(store, Date.parse(workExample.at) + hours * HOUR_MS);
    const text = JSON.stringify(await store.recall('work'));
    for (const part of ['Valencia', '+14155550123', 'Ada Moss']) expect(text.includes(part)).toBe(isKept);
  },
);
