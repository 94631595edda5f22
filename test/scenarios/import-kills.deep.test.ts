import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { eventually } from '../support/dispatch-story.ts';
import { scenario as test } from '../support/scenario.ts';

const ROWS = 3_000;
const KILLS = Number(process.env.KILLS ?? 6);

interface Activity {
  readonly status: string;
  readonly progress: { readonly handled?: number } | null;
  readonly result: Readonly<Record<string, number>> | null;
}

describe('43 4 an import that is killed with -9', () => {
  test(`creates the order of each of ${ROWS} rows once, after ${KILLS} kills in the middle`, async ({
    killable,
  }) => {
    let target = await killable.start();
    const call = <Reply>(method: string, path: string, body?: unknown) =>
      demoApi(target).call<Reply>(method, path, body);
    const store = await call<{ id: string }>('POST', '/v1/store_locations', {
      name: 'Bakery',
      phoneNumber: '+14155550100',
      address: '1 Mission Street, San Francisco, CA 94105',
    });
    const rows = Array.from(
      { length: ROWS },
      (_, index) =>
        `kill-${index},Ada,"${1 + index} Market Street, San Francisco, CA 94103",+14155550101,25.90`,
    );
    const upload = await call<{ id: string; uploadUrl: string }>('POST', '/v1/uploads', {
      kind: 'orders',
      fileName: 'orders.csv',
    });
    const content = ['Order number,Name,Dropoff address,Dropoff phone,Value', ...rows].join('\n');
    const put = await fetch(upload.uploadUrl, { method: 'PUT', body: content });
    expect(put.ok).toBe(true);
    const { id } = await call<{ id: string }>('POST', `/v1/uploads/${upload.id}/import`, {
      values: { pickupStoreLocationId: store.id },
    });
    const activity = () => call<Activity>('GET', `/v1/activities/${id}`);
    let killed = 0;
    for (; killed < KILLS; killed += 1) {
      await sleep(400 + 150 * killed);
      if ((await activity()).result !== null) break;
      await killable.kill();
      target = await killable.start();
    }
    expect(killed).toBeGreaterThan(0);
    const ended = await eventually(activity, ({ result }) => result !== null, 600_000);
    expect(ended).toMatchObject({ status: 'SUCCESS', result: { failed: 0, needsAttention: 0 } });
    const { totalCount } = await call<{ totalCount: number }>('GET', '/v1/orders?search=kill-&limit=1');
    expect(totalCount).toBe(ROWS);
    const reply = await fetch(`${target.baseUrl}/v1/uploads/${upload.id}/result`, {
      headers: { authorization: `Bearer ${target.apiKey}` },
    });
    const orders = [...(await reply.text()).matchAll(/^\d+,\w+,(ord_\w+)/gm)].map(([, order]) => order);
    expect([orders.length, new Set(orders).size]).toEqual([ROWS, ROWS]);
  }, 1_200_000);
});
