import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RequestLimit,
  requestBucketEntity,
  requestLimiter,
} from '../../../../../lib/platform/http/index.ts';
import { TOOL_REQUEST_LIMIT } from '../../../../../lib/reactions/tools/index.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

/** The limit of the API with a stage's defaults. */
const API: RequestLimit = {
  scope: 'api',
  perSecond: 20,
  burst: 40,
  trickle: { perSecond: 2, burst: 10 },
};

describe.each([
  ['the API (contract-facts 1: 20 a second)', API],
  ['the tool server (specification 8: 30 a second, bursts to 75)', TOOL_REQUEST_LIMIT],
])('the limit of %s', (_, limit) => {
  const { scope, perSecond, burst, trickle } = limit;
  let db: TestTable;
  let nowMs = Date.parse('2026-03-05T09:00:00Z');
  const clock = { now: () => nowMs, pause: async () => undefined };
  beforeAll(async () => {
    db = await startTestTable('2026-03-05T09:00:00Z');
  });
  afterAll(() => db.stop());

  const limiter = () => requestLimiter({ table: db.deps.table, clock }, limit);

  /** How many of `count` requests in `seconds` pass, spread over this many instances. */
  async function passing(
    organizationId: string,
    count: number,
    seconds: number,
    instances = 1,
  ): Promise<number> {
    const takers = Array.from({ length: instances }, limiter);
    let passed = 0;
    for (let n = 0; n < count; n += 1) {
      nowMs += Math.round((seconds * 1000) / count);
      if ((await takers[n % instances]?.(organizationId))?.retryAfterSeconds === undefined) passed += 1;
    }
    return passed;
  }

  it('neither reads nor writes for a client at its usual pace', async () => {
    expect(await passing('org_calm', 120, 60)).toBe(120);
    expect(
      await db.deps.table.get(requestBucketEntity, { organizationId: 'org_calm', scope }),
    ).toBeUndefined();
  });

  it.each([1, 4])(
    'lets the burst pass at once over %i instances, and what each lets pass uncounted',
    async (instances) => {
      const passed = await passing(`org_burst${instances}`, 3 * burst, 0, instances);
      expect(passed).toBeGreaterThanOrEqual(burst - trickle.burst);
      expect(passed).toBeLessThanOrEqual(burst + trickle.burst * instances);
    },
  );

  it.each([1, 5])('lets the rate pass for as long as more come, over %i instances', async (instances) => {
    const passed = await passing(`org_steady${instances}`, 20 * perSecond, 10, instances);
    const share = passed / (burst + 10 * perSecond);
    expect(share).toBeGreaterThan(0.9);
    // What every instance lets through besides the bucket.
    expect(share).toBeLessThan(1.1 + (instances * trickle.perSecond) / perSecond);
  });

  it('says when to come back and what is left, and keeps organizations apart', async () => {
    const take = limiter();
    expect(await take('org_wait')).toEqual({ retryAfterSeconds: undefined, remaining: burst - 1 });
    let wait: number | undefined;
    for (let n = 0; n < 3 * burst && wait === undefined; n += 1) {
      ({ retryAfterSeconds: wait } = await take('org_wait'));
    }
    expect(wait).toBe(1);
    expect(await take('org_wait')).toEqual({ retryAfterSeconds: 1, remaining: 0 });
    expect((await take('org_other')).retryAfterSeconds).toBeUndefined();
    nowMs += 1_000;
    expect((await take('org_wait')).retryAfterSeconds).toBeUndefined();
  });
});
