import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { eventually } from '../support/dispatch-story.ts';
import { validOrder } from '../support/orders-api.ts';
import { scenario as test } from '../support/scenario.ts';

const KILLS = Number(process.env.KILLS ?? 30);

/** Maximum lifetime of a cloud before it is killed; each one's lifetime differs. Milliseconds. */
const LONGEST_LIFE_MS = 1_500;

interface State {
  readonly queues: readonly {
    readonly name: string;
    readonly deadLetters: boolean;
    readonly count: number;
  }[];
}

describe('a local cloud that is killed with -9 again and again', () => {
  test(`leaves no dead letter after ${KILLS} kills, and every order is delivered with its webhook`, async ({
    killable,
    receiver,
  }) => {
    let target = await killable.start();
    const api = () => demoApi(target);
    await api().call('POST', '/v1/webhooks/endpoints', {
      url: receiver.url,
      eventTypes: ['delivery.dropoff_complete'],
    });
    const { id: dispatchStrategyId } = await api().call<{ id: string }>('POST', '/v1/options_group', {
      label: 'Kills',
      allowedProviders: ['FleetSimulatorFast'],
      enableAutoDispatch: true,
    });
    const orders: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { id } = await api().call<{ id: string }>('POST', '/v1/order', {
        ...validOrder,
        dispatchStrategyId,
      });
      orders.push(id);
      await sleep((LONGEST_LIFE_MS * (kill % 10)) / 10);
      await killable.kill();
      target = await killable.start();
    }
    await api().call('POST', '/_local/clock', { skipping: true });
    for (const id of orders) {
      await eventually(
        () => api().call<{ deliveryStatus: string | null }>('GET', `/v1/order/${id}`),
        ({ deliveryStatus }) => deliveryStatus === 'dropoff_complete',
      );
    }
    const told = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
    await eventually(
      async () => told(),
      (count) => count === orders.length,
    );
    const { queues } = await api().call<State>('GET', '/_local/state');
    expect(queues.filter(({ deadLetters, count }) => deadLetters && count > 0)).toEqual([]);
  });
});
