import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';

/** What became of the order that a signed-in user booked into a delivery window. */
export interface WindowOutcome {
  readonly orderId: string;
  /** The job that the cutoff of the window created; null if none. */
  readonly jobId: string | null;
}

/** Pause between reads, and the total time limit. Milliseconds. */
const LOOK_EVERY_MS = 700;
const PATIENCE_MS = 120_000;

const HOUR_MS = 3_600_000;

/** A skipping clock can reach the cutoff before the booking is confirmed; another window is used then. */
const TRIES = 3;

/**
 * A user signs in, creates an order and a delivery window, books and confirms. Then the cutoff of the window is moved
 * to the present, which dispatches the order.
 */
export async function windowStory(
  target: DemoTarget,
  run: string,
  dispatchStrategyId: string,
): Promise<WindowOutcome> {
  const key = demoApi(target);
  const externalId = `demo-${run}-window`;
  const order = {
    ...demoOrder(STORIES[0], 0, run, dispatchStrategyId),
    externalId,
    deliveryMode: 'scheduled',
  };
  let orderId = '';
  for (let tries = 1; ; tries += 1) {
    try {
      const { token } = await key.call<{ token: string }>('POST', '/_local/sign-in', {
        email: 'planner@demo.example',
      });
      const user = demoApi({ ...target, apiKey: token });
      orderId = await bookAndClose(user, externalId, order);
      break;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { jobId } = await key.call<{ jobId: string | null }>('GET', `/v1/order/${orderId}`);
    if (jobId !== null || Date.now() > until) return { orderId, jobId };
    await sleep(LOOK_EVERY_MS);
  }
}

async function bookAndClose(user: DemoApi, externalId: string, order: object): Promise<string> {
  const made = await user.call<{ id: string; updatedAt: string }>(
    'POST',
    `/v1/order/external-identifier/${externalId}`,
    order,
  );
  const at = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
  const window = await user.call<{ id: string }>('POST', '/v1/delivery-window', {
    name: externalId,
    startTime: at(made.updatedAt, 8 * HOUR_MS),
    endTime: at(made.updatedAt, 10 * HOUR_MS),
    cutoffTime: at(made.updatedAt, 6 * HOUR_MS),
    maximumCapacity: 1,
  });
  const path = `/v1/order/external-identifier/${externalId}/delivery-window`;
  await user.call('POST', `${path}/book`, { deliveryWindowId: window.id });
  const confirmed = await user.call<{ updatedAt: string }>('POST', `${path}/confirm`);
  const moved = { id: window.id, cutoffTime: at(confirmed.updatedAt, 2_000) };
  await user.call('PATCH', '/v1/delivery-windows', { deliveryWindows: [moved] });
  return made.id;
}
