import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLanes, retireLane } from '../../../../../lib/operations/retention/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TURN = { untilMs: Number.POSITIVE_INFINITY, leaseMs: 300_000 };

let hooks: WebhooksAtWork;
beforeEach(async () => {
  hooks = await startWebhooks();
  const at = '2026-03-01T00:00:00.000Z';
  for (const id of [hooks.organizationId, 'org_small']) {
    const organization = { id, name: 'A', listShards: 1, createdAt: at, updatedAt: at };
    await hooks.deps.table.write([
      create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
    ]);
  }
  await hooks.endpoint();
  for (let made = 0; made < 12; made += 1) {
    hooks.db.deps.clock.advance(1_000);
    await hooks.make(hooks.event({ id: `evt_${made}`, occurredAt: toInstant(hooks.db.deps.clock.now()) }));
  }
});
afterEach(() => hooks.stop());

const deps = () => ({ ...hooks.db.deps, bucket: memoryBucket() });
const lanes = async () => (await Array.fromAsync(findLanes(hooks.db.deps))).flat();
const pass = (ms: number) => hooks.db.deps.clock.advance(ms);

describe('47 1.3: what is past its retention', () => {
  it('is in a lane for each partition of its list, and none where nothing is', async () => {
    expect(await lanes()).toEqual([]);
    pass(28 * DAY_MS);
    const due = await lanes();
    expect(due.length).toBeGreaterThan(1);
    expect(due.length).toBeLessThanOrEqual(4);
    expect(new Set(due.map(({ lane }) => lane.shard)).size).toBe(due.length);
    for (const { lane } of due)
      expect(lane).toMatchObject({ organizationId: hooks.organizationId, kind: 'message' });
  });

  it('says how long its oldest record has been due, and less as lanes are worked on', async () => {
    pass(28 * DAY_MS + 30 * HOUR_MS);
    const due = await lanes();
    for (const { behindMs } of due) {
      expect(behindMs).toBeGreaterThan(29.9 * HOUR_MS);
      expect(behindMs).toBeLessThan(30.1 * HOUR_MS);
    }
    const [first, ...others] = due;
    expect(await retireLane(deps(), first!.lane, TURN)).toMatchObject({ hasMore: false });
    expect((await lanes()).map(({ lane }) => lane)).toEqual(others.map(({ lane }) => lane));
  });

  it('is copied once by all lanes together', async () => {
    pass(28 * DAY_MS);
    let left = 0;
    for (const { lane } of await lanes()) left += (await retireLane(deps(), lane, TURN))?.left ?? 0;
    expect(left).toBe(12);
    expect(await lanes()).toEqual([]);
  });

  it('gives others their turn when its time ends, and goes on in its next one', async () => {
    pass(28 * DAY_MS);
    const [{ lane } = { lane: undefined! }] = await lanes();
    const turn = await retireLane(deps(), lane, { ...TURN, untilMs: 0 });
    expect(turn).toMatchObject({ hasMore: true });
    expect(await retireLane(deps(), lane, TURN)).toMatchObject({ hasMore: false });
  });

  it('is left to whoever works on it, until that one is late', async () => {
    pass(28 * DAY_MS);
    const [{ lane } = { lane: undefined! }] = await lanes();
    const bucket = memoryBucket();
    const { put } = bucket;
    let met: unknown = 'nobody';
    bucket.put = async (...args) => {
      met = await retireLane(deps(), lane, TURN);
      await put(...args);
    };
    expect(await retireLane({ ...deps(), bucket }, lane, TURN)).toMatchObject({ hasMore: false });
    expect(met).toBeUndefined();
    bucket.put = async () => {
      throw new Error('The bucket is away.');
    };
    pass(HOUR_MS);
    expect(await retireLane(deps(), lane, TURN)).toEqual({ left: 0, hasMore: false });
  });
});
