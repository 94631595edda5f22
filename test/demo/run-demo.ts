import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { batchStory } from './batch-story.ts';
import { demoOrder, STORIES, STRATEGIES, type Story } from './demo-order.ts';
import { explanation } from './explain.ts';
import { type Followed, follow, look } from './follow-orders.ts';
import { startInbox } from './inbox.ts';
import { notificationStory } from './notification-story.ts';
import { ownFleetStory } from './own-fleet-story.ts';
import { partnerStory } from './partner-story.ts';
import { planningStory } from './planning-story.ts';
import { expectedWebhooks, type Report, reportOf, windowWebhook } from './report.ts';
import { screen } from './screen.ts';
import { shopStory } from './shop-story.ts';
import { demoStrategy } from './strategy.ts';
import { type WindowOutcome, windowStory } from './window-story.ts';
import { workflowStory } from './workflow-story.ts';

export interface DemoOptions {
  readonly target: DemoTarget;
  /** Lets the local cloud's clock skip waits. */
  readonly fast: boolean;
  /** Also a batch, a courier of the own fleet, and a partner over HTTP that goes down. */
  readonly withProviders: boolean;
  readonly output: Pick<WriteStream, 'write' | 'isTTY'>;
  /** File for the map of the planned routes. */
  readonly picture: string;
  /** Called once when about half of the deliveries have ended; a test kills the cloud then. */
  readonly halfway?: () => void;
}

/** Time limit for deliveries, and then for webhooks. Milliseconds. */
const DELIVERY_PATIENCE_MS = 180_000;
const WEBHOOK_PATIENCE_MS = 120_000;

/**
 * Sends 20 orders through a running local cloud, follows them until they are delivered, verifies every webhook and
 * reports. Removes its webhook endpoint and keeps its orders, so that they can be looked at.
 */
export async function runDemo({
  target,
  fast,
  withProviders,
  output,
  picture,
  halfway,
}: DemoOptions): Promise<Report> {
  const api = demoApi(target);
  const run = randomUUID().slice(0, 8);
  const inbox = await startInbox();
  const { step, replay } = explanation(output, target);
  if (fast) step('Let the clock skip what is waited for', 'POST /_local/clock');
  if (fast) await api.call('POST', '/_local/clock', { skipping: true });
  try {
    const endpoint = await api.call<{ id: string; secret: string }>('POST', '/v1/webhooks/endpoints', {
      url: `${inbox.url}/demo`,
      description: `Demo ${run}`,
    });
    step('Register a webhook endpoint', 'POST /v1/webhooks/endpoints', endpoint.id);
    inbox.secretIs(endpoint.secret);
    const strategies = new Map<Story['strategy'], string>();
    for (const [name, allowedProviders] of Object.entries(STRATEGIES)) {
      strategies.set(name as Story['strategy'], await demoStrategy(api, `${run}: ${name}`, allowedProviders));
    }
    step('Make a dispatch strategy for each story', 'POST /v1/options_group', ...strategies.values());
    const stories = STORIES.flatMap((story) => Array.from({ length: story.count }, () => story));
    const orders: Followed[] = [];
    for (const [index, story] of stories.entries()) {
      const order = demoOrder(story, index, run, strategies.get(story.strategy) ?? '');
      const { id, createdAt, status } = await api.call<{ id: string; createdAt: string; status: string }>(
        'POST',
        '/v1/order',
        order,
      );
      orders.push({ orderId: id, story: story.name, createdAt, status, tasks: [] });
    }
    const [first] = orders;
    step(
      `Send ${orders.length} orders, dispatched at once`,
      'POST /v1/order',
      `${first?.orderId} to ${orders.at(-1)?.orderId}`,
    );
    step('Book an order into a delivery window', 'POST /v1/delivery-windows, ...');
    step('Tell customers and the team', 'POST /v1/notification-triggers, ...');
    step('Follow the orders to their deliveries', 'GET /v1/order/{id}, GET /v1/jobs/{id}');
    const booked = windowStory(target, run, strategies.get('plain') ?? '');
    const told = notificationStory(target, run, strategies.get('plain') ?? '');
    told.catch(() => undefined);
    // Awaited when the others have ended; until then nobody handles its failure.
    booked.catch(() => undefined);
    const plan = planningStory(api, run, picture);
    plan.catch(() => undefined);
    if (withProviders) {
      step('Deliver a batch', 'POST /v1/batch_job');
      step("Deliver with an own courier and the driver's app", 'PUT /v1/own-fleet, POST /v1/driver/reports');
      step('Deliver with a partner that then goes down', 'POST /v1/http-fleets');
      step('Take the orders of two shops, and tell them when they are delivered', 'POST /v1/shops');
      step('Let workflows reroute, ask a model and run before a window', 'POST /v1/workflows');
    }
    const plainId = strategies.get('plain') ?? '';
    const carried = Promise.all(
      withProviders
        ? [
            batchStory(target, run, plainId),
            ownFleetStory(target, run),
            partnerStory(target, run),
            shopStory(target, run),
            workflowStory(target, run, { from: strategies.get('faulty') ?? '', to: plainId }),
          ]
        : [],
    );
    carried.catch(() => undefined);
    const draw = screen(output);
    let toldHalfway = false;
    await follow(api, orders, {
      patienceMs: DELIVERY_PATIENCE_MS,
      seen() {
        draw(orders);
        const delivered = orders.filter(({ status }) => status === 'dropoff_complete').length;
        if (toldHalfway || delivered < orders.length / 4) return;
        toldHalfway = true;
        halfway?.();
      },
    });
    await look(api, orders);
    const window = await booked;
    const notified = await told;
    const planning = await plan;
    const others = await carried;
    await webhooksOf(orders, window, inbox.told);
    await api.call('DELETE', `/v1/webhooks/endpoints/${endpoint.id}`);
    if (first?.jobId !== undefined) {
      step('', '\nThe first order again: read, and sent as another one:');
      replay('GET', `/v1/jobs/${first.jobId}`);
      replay('POST', '/v1/order', demoOrder(STORIES[0], 0, `${run}-again`, strategies.get('plain') ?? ''));
    }
    return reportOf(orders, window, inbox, { notified, planning, others });
  } finally {
    if (fast) await setClockBack(api, output);
    await inbox.stop();
  }
}

/** Ends the skipping, reports how far the clock went, and sets it back to the time of day once nothing is under way. */
async function setClockBack(api: DemoApi, output: Pick<WriteStream, 'write'>): Promise<void> {
  await api.call('POST', '/_local/clock', { skipping: false });
  const { skippedMs } = await api.call<{ skippedMs: number }>('GET', '/_local/clock');
  if (skippedMs === 0) return;
  const seconds = Math.round(skippedMs / 1000);
  try {
    await api.call('POST', '/_local/clock', { reset: true });
    output.write(`The clock went ${seconds} s ahead and is set back.\n`);
  } catch {
    output.write(
      `The clock is still ${seconds} s ahead, because work is in progress. Set it back at /_local#machine.\n`,
    );
  }
}

/** Waits until every status was reported by a webhook, or the time is up. */
async function webhooksOf(
  orders: readonly Followed[],
  window: WindowOutcome,
  told: ReadonlySet<string>,
): Promise<void> {
  const until = Date.now() + WEBHOOK_PATIENCE_MS;
  const expected = [...expectedWebhooks(orders), ...(window.jobId === null ? [] : [windowWebhook(window)])];
  while (expected.some((key) => !told.has(key)) && Date.now() < until) await sleep(200);
}
