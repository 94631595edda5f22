import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountDeps,
  deleteHttpFleet,
  registerHttpFleet,
  updateHttpFleet,
} from '../../../../../lib/fulfilment/providers/accounts/index.ts';
import { createStrategy } from '../../../../../lib/fulfilment/strategies/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { memoryCredentials } from '../../../../support/memory-credentials.ts';

const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 }).provider;
const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 400 }).provider;

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([one, two]);
});
afterEach(() => api.stop());

const create = (body: object) => api.call('POST /v1/options_group', { body: { label: 'L', ...body } });
const refusal = async (body: object) => {
  const { status, json } = await create(body);
  return { status, code: json.error?.code, field: json.error?.details?.field, message: json.error?.message };
};

describe('6.2 dispatch strategies', () => {
  it('are created, listed as a bare array, changed and deleted', async () => {
    const made = (await create({ label: 'First', allowedProviders: ['Two', 'prv_one'] })).json;
    expect(made).toMatchObject({
      label: 'First',
      allowedProviders: ['prv_two', 'prv_one'],
      providerSelectionStrategy: 'cheapest',
      enableAutoDispatch: false,
      costSplitStrategy: 'none',
      leadTimeMinutes: 60,
    });
    expect(made.id).toMatch(/^opn_/);
    expect(await api.must('GET /v1/options_group')).toEqual([made]);
    const patched = await api.must('PATCH /v1/options_group/{id}', {
      params: { id: made.id },
      body: { enableAutoDispatch: true },
    });
    expect(patched).toEqual({ ...made, enableAutoDispatch: true });
    expect(await api.must('DELETE /v1/options_group/{id}', { params: { id: made.id } })).toEqual(patched);
    expect(await api.must('GET /v1/options_group')).toEqual([]);
    const gone = await api.call('PATCH /v1/options_group/{id}', { params: { id: made.id }, body: {} });
    expect(gone.status).toBe(404);
  });

  it('68 escalate only to a strategy that exists', async () => {
    expect(await refusal({ escalateToOptionsGroupId: 'opn_none' })).toMatchObject({
      status: 400,
      code: 'INVALID_OPTIONS_GROUP_SETTING',
      field: 'escalateToOptionsGroupId',
    });
    const { id } = await api.strategy();
    const changed = await api.call('PATCH /v1/options_group/{id}', {
      params: { id },
      body: { escalateToOptionsGroupId: 'opn_none' },
    });
    expect(changed.json.error.details.field).toBe('escalateToOptionsGroupId');
  });

  it('are made once by a request that is repeated, and keep when that was', async () => {
    const deps = { ...api.deps, ids: { next: () => 'opn_same' } };
    const first = await createStrategy(deps, 'org_test', { label: 'A' });
    api.db.deps.clock.advance(60_000);
    expect(await createStrategy(deps, 'org_test', { label: 'A' })).toEqual(first);
  });

  it('41 2.6 are created with the id that a caller chooses, and changed by it', async () => {
    const made = await create({ id: 'evening' });
    expect([made.status, made.json.id]).toEqual([200, 'evening']);
    const changed = await create({ id: 'evening', reassignOnFailure: false });
    expect(changed.json).toMatchObject({ id: 'evening', reassignOnFailure: false });
    const listed = await api.call('GET /v1/options_group');
    expect(listed.json.filter(({ id }: { id: string }) => id === 'evening')).toHaveLength(1);
  });

  it('refuse another id than that of the path', async () => {
    const { id } = (await create({ id: null })).json;
    const patch = (given: string) =>
      api.call('PATCH /v1/options_group/{id}', { params: { id }, body: { id: given, label: 'M' } });
    expect((await patch(id)).status).toBe(200);
    expect((await patch('opn_mine')).status).toBe(400);
  });

  it('take lowest_price for cheapest (decision A2) and refuse modes that are none', async () => {
    expect((await create({ providerSelectionStrategy: 'lowest_price' })).json.providerSelectionStrategy).toBe(
      'cheapest',
    );
    for (const mode of ['preferred_order', 'fastest', 'most_reliable']) {
      expect((await create({ providerSelectionStrategy: mode })).status).toBe(200);
    }
    expect((await create({ providerSelectionStrategy: 'dynamic', lateMinuteCents: 50 })).status).toBe(200);
    expect(await refusal({ providerSelectionStrategy: 'x' })).toMatchObject({
      status: 400,
      code: 'INVALID_OPTIONS_GROUP_SETTING',
      field: 'providerSelectionStrategy',
    });
  });

  it.each([
    [{ costSplitMaxPercentage: 1.5 }, 'costSplitMaxPercentage'],
    [{ costSplitMaxPercentage: -0.1 }, 'costSplitMaxPercentage'],
    [{ costSplitStrategy: 'half' }, 'costSplitStrategy'],
    [{ costSplitStrategy: 'price' }, 'costSplitMaxFixedPriceCents'],
    [{ enableMaxDeliveryFee: true }, 'maxDeliveryFeeCents'],
    [{ maxDeliveryFeeCents: -1 }, 'maxDeliveryFeeCents'],
    [{ leadTimeMinutes: -5 }, 'leadTimeMinutes'],
    [{ providerSelectionStrategy: 'dynamic' }, 'lateMinuteCents'],
    [{ lateMinuteCents: 100_001 }, 'lateMinuteCents'],
    [{ explorationShare: 0.51 }, 'explorationShare'],
    [{ providerSelectionStrategy: 'weighted', explorationShare: 0.1 }, 'explorationShare'],
    [{ allowedProviders: ['prv_none'] }, 'allowedProviders'],
  ])('refuse the setting %j', async (body, field) => {
    expect(await refusal(body)).toMatchObject({ status: 400, code: 'INVALID_OPTIONS_GROUP_SETTING', field });
  });

  it('name the unknown provider', async () => {
    expect((await refusal({ allowedProviders: ['prv_none'] })).message).toContain('prv_none');
  });

  it('need a label of at most 80 characters', async () => {
    expect((await create({ label: 'x'.repeat(81) })).status).toBe(422);
    expect((await api.call('POST /v1/options_group', { body: {} })).status).toBe(422);
  });

  it('of another organization are not there', async () => {
    const made = (await create({})).json;
    const grant = { organizations: [{ id: 'org_other', listShards: 1 }] };
    const other = await api.call('PATCH /v1/options_group/{id}', {
      params: { id: made.id },
      body: {},
      grant,
    });
    expect(other.status).toBe(404);
    expect((await api.call('GET /v1/options_group', { grant })).json).toEqual([]);
  });

  it('44 4 list partners by name that were switched off or deleted, where past deliveries name them', async () => {
    const store = memoryCredentials();
    const deps = { ...api.deps, store, destinations: 'public' } as unknown as AccountDeps;
    const fleet = { baseUrl: 'https://riders.example', token: 'secret' };
    const registered = async (name: string) => {
      const made = await registerHttpFleet(deps, 'org_test', { ...fleet, name });
      return isRefusal(made) ? '' : made.stored.value.id;
    };
    const idle = await registered('Idle Riders');
    await updateHttpFleet(deps, 'org_test', idle, { isEnabled: false });
    const gone = await registered('Quick Riders!');
    await deleteHttpFleet(deps, 'org_test', gone);
    const listed = async () => {
      const all = await api.must('GET /v1/providers', { query: { includeFormer: 'true' } });
      return all
        .filter(({ providerId }: { providerId: string }) => providerId.startsWith('prv_http_'))
        .map(({ name, isAvailable, isFormer }: Record<string, unknown>) => [name, isAvailable, isFormer]);
    };
    expect(await listed()).toEqual([
      ['Idle Riders', false, false],
      ['Quick Riders!', false, true],
    ]);
    // Under the same id again, then gone under another name.
    await registered('quick riders');
    expect(await listed()).toEqual([
      ['Idle Riders', false, false],
      ['quick riders', false, false],
    ]);
    await deleteHttpFleet(deps, 'org_test', gone);
    expect((await listed()).at(-1)).toEqual(['quick riders', false, true]);
    expect((await api.must('GET /v1/providers')).map(({ name }: { name: string }) => name)).toEqual([
      'One',
      'Two',
    ]);
  });

  it('choose among the providers that GET /v1/providers lists', async () => {
    const plain = {
      logo: null,
      isAvailable: true,
      hasAccount: false,
      isSimulator: false,
      isInternal: false,
      isFormer: false,
      credentialFields: [],
    };
    expect(await api.must('GET /v1/providers')).toEqual([
      { providerId: 'prv_one', name: 'One', ...plain },
      { providerId: 'prv_two', name: 'Two', ...plain },
    ]);
  });
  it('44 4 lists carriers without an account, with the credentials that they need, only when asked', async () => {
    const carrier = {
      ...faultyProvider({ id: 'prv_three', name: 'Three', priceCents: 300 }).provider,
      needsAccount: true,
      credentialFields: [
        { field: 'key', summary: 'key of the account' },
        { field: 'hook', summary: 'secret of its webhooks', isOptional: true },
      ],
    };
    const other = await startDispatchApi([one, carrier]);
    const names = async (query: Record<string, string>) =>
      (await other.must('GET /v1/providers', { query })).map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(['One']);
    const listed = await other.must('GET /v1/providers', { query: { includeUnavailable: 'true' } });
    expect(listed[1]).toMatchObject({
      providerId: 'prv_three',
      isAvailable: false,
      hasAccount: false,
      credentialFields: [
        { field: 'key', summary: 'key of the account', isOptional: false },
        { field: 'hook', summary: 'secret of its webhooks', isOptional: true },
      ],
    });
    await other.stop();
  });
});
