import { describe, expect, it } from 'vitest';
import { authorize } from '../../../../lib/http/authorize.ts';
import type { KeyGrant } from '../../../../lib/http/index.ts';
import { anyGrant } from '../../../support/http-event.ts';

const ask = (permission: 'READ_WEBHOOK' | 'WRITE_WEBHOOK' | 'READ_ORDER', limits: Partial<KeyGrant>) =>
  authorize({
    verdict: { grant: anyGrant(limits) },
    permission,
    organizationHeader: undefined,
    nowMs: 0,
  });

describe('5 a limited key', () => {
  it.each([
    ['READ_WEBHOOK', { storeLocationIds: ['store_1'] }, 'limited to store locations'],
    ['WRITE_WEBHOOK', { storeLocationIds: ['store_1'] }, 'limited to store locations'],
    ['READ_WEBHOOK', { driverGroupIds: ['group_1'] }, 'limited to driver groups'],
  ] as const)('cannot use %s, which would show it what is outside its limit', (permission, limits, why) => {
    const refused = ask(permission, limits);
    expect(refused).toMatchObject({ kind: { code: 'FORBIDDEN' }, details: { permission } });
    expect(refused).toMatchObject({ message: expect.stringContaining(why) });
  });

  it('keeps the rights that are narrowed to its limit', () => {
    expect(ask('READ_ORDER', { storeLocationIds: ['store_1'] })).toMatchObject({
      storeLocationIds: ['store_1'],
    });
    expect(ask('READ_WEBHOOK', {})).toMatchObject({ storeLocationIds: null });
  });
});
