import { describe, expect, it } from 'vitest';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import type { Permission } from '../../../../../lib/platform/access/permissions.ts';
import { authorize } from '../../../../../lib/platform/http/authorize.ts';
import { DEFAULT_PREFERENCES } from '../../../../../lib/platform/organization/preferences.ts';
import { anyGrant } from '../../../../support/http-event.ts';

const ask = (permission: Permission, limits: Partial<KeyGrant>) =>
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
    ['WRITE_DISPATCH_STRATEGY', { storeLocationIds: ['store_1'] }, 'limited to store locations'],
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
    expect(ask('READ_DISPATCH_STRATEGY', { storeLocationIds: ['store_1'] })).toMatchObject({
      keyId: expect.any(String),
    });
    expect(ask('READ_WEBHOOK', {})).toMatchObject({ storeLocationIds: null });
  });

  it('to driver groups reaches no order, job or delivery by itself: areas look up those on its routes', () => {
    const limits = { driverGroupIds: ['group_1'], storeLocationIds: ['store_1'] };
    for (const permission of ['READ_ORDER', 'WRITE_JOB', 'WRITE_DELIVERY'] as const) {
      expect(ask(permission, limits)).toMatchObject({ storeLocationIds: [] });
    }
    expect(ask('WRITE_API_KEY', limits)).toMatchObject({ storeLocationIds: ['store_1'] });
  });
});

describe('5.4 planning routes', () => {
  const plan = (changes: Partial<KeyGrant>) => ask('WRITE_ROUTE', changes);

  it('takes the rights to edit orders and deliveries', () => {
    expect(plan({})).toMatchObject({ permissions: expect.any(Array) });
    expect(plan({ permissions: ['WRITE_ROUTE', 'WRITE_DELIVERY'] })).toMatchObject({
      kind: { code: 'FORBIDDEN' },
      details: { permissions: ['WRITE_ORDER'] },
    });
  });

  it('is closed to whoever is limited to a single store location or driver group', () => {
    for (const limits of [{ storeLocationIds: ['store_1'] }, { driverGroupIds: ['group_1'] }]) {
      expect(plan(limits)).toMatchObject({ kind: { code: 'FORBIDDEN' } });
      expect(ask('READ_ROUTE', limits)).toMatchObject({ permissions: expect.any(Array) });
    }
    expect(plan({ storeLocationIds: ['store_1', 'store_2'] })).toMatchObject({
      storeLocationIds: ['store_1', 'store_2'],
    });
  });

  it('takes that routes are enabled', () => {
    const values = { ...DEFAULT_PREFERENCES, routesEnabled: false };
    expect(plan({ preferences: { organizationId: 'org_test', values } })).toMatchObject({
      kind: { code: 'FORBIDDEN' },
      details: { preference: 'routesEnabled' },
    });
  });
});

describe('5.3 rights over Execute', () => {
  it('count only while Execute is enabled', () => {
    const grant = (executeEnabled: boolean) => ({
      preferences: { organizationId: 'org_test', values: { ...DEFAULT_PREFERENCES, executeEnabled } },
    });
    expect(ask('EXECUTE_VIEW', grant(true))).toMatchObject({ permissions: expect.any(Array) });
    expect(ask('EXECUTE_VIEW', grant(false))).toMatchObject({
      kind: { code: 'FORBIDDEN' },
      details: { permission: 'EXECUTE_VIEW' },
    });
    expect(ask('READ_ORDER', grant(false))).toMatchObject({
      permissions: expect.not.arrayContaining(['EXECUTE_VIEW']),
    });
  });
});
