import { describe, expect, it } from 'vitest';
import type { ForLimited } from '../../../../../lib/platform/access/for-limited.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import type { Permission } from '../../../../../lib/platform/access/permissions.ts';
import { authorize } from '../../../../../lib/platform/http/authorize.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { anyGrant } from '../../../../support/http-event.ts';

const NARROWED: ForLimited = { stores: 'narrowed', groups: 'narrowed' };

const ask = (permission: Permission, limits: Partial<KeyGrant>, forLimited = NARROWED) =>
  authorize({
    verdict: { grant: anyGrant(limits) },
    permission,
    forLimited,
    organizationHeader: undefined,
    nowMs: 0,
  });

describe('5.4, 49.2.2 a limited key', () => {
  const STORES = { storeLocationIds: ['store_1'] };
  const GROUPS = { driverGroupIds: ['group_1'] };

  it.each([
    ['stores', { stores: 'refused', groups: 'refused' }, STORES, 'limited to store locations'],
    ['groups', { stores: 'refused', groups: 'refused' }, GROUPS, 'limited to driver groups'],
    ['groups beside stores', { stores: 'narrowed', groups: 'refused' }, GROUPS, 'limited to driver groups'],
    ['stores beside groups', { stores: 'refused', groups: 'narrowed' }, STORES, 'limited to store locations'],
    ['both', { stores: 'narrowed', groups: 'refused' }, { ...STORES, ...GROUPS }, 'to driver groups'],
  ] as const)('cannot use what cannot be narrowed to its limit: %s', (_title, forLimited, limits, why) => {
    const refused = ask('READ_ORDER', limits, forLimited);
    expect(refused).toMatchObject({ kind: { code: 'FORBIDDEN' }, message: expect.stringContaining(why) });
  });

  it('uses what is narrowed to its limit, and what is the same for everybody', () => {
    expect(ask('READ_ORDER', STORES)).toMatchObject(STORES);
    expect(ask('READ_ORDER', GROUPS)).toMatchObject({ ...GROUPS, storeLocationIds: null });
    const shared = { stores: 'shared', groups: 'shared' } as const;
    expect(ask('READ_DISPATCH_STRATEGY', STORES, shared)).toMatchObject({ keyId: expect.any(String) });
    const whole = { stores: 'refused', groups: 'refused' } as const;
    expect(ask('READ_WEBHOOK', {}, whole)).toMatchObject({ storeLocationIds: null });
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

  it('takes that routes are enabled', () => {
    const values = { ...defaultPreferences(), routesEnabled: false };
    expect(plan({ preferences: { organizationId: 'org_test', values } })).toMatchObject({
      kind: { code: 'FORBIDDEN' },
      details: { preference: 'routesEnabled' },
    });
  });
});

describe('5.3 rights over Execute', () => {
  it('count only while Execute is enabled', () => {
    const grant = (executeEnabled: boolean) => ({
      preferences: { organizationId: 'org_test', values: { ...defaultPreferences(), executeEnabled } },
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
