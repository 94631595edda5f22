import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES, STRATEGIES, type Story } from './demo-order.ts';
import { type Followed, follow, look } from './follow-orders.ts';
import { startInbox } from './inbox.ts';
import { expectedWebhooks, type Report, reportOf, windowWebhook } from './report.ts';
import { screen } from './screen.ts';
import { type WindowOutcome, windowStory } from './window-story.ts';

export interface DemoOptions {
  readonly target: DemoTarget;
  /** Let the local cloud's clock skip what it would wait for. */
  readonly fast: boolean;
  readonly output: Pick<WriteStream, 'write' | 'isTTY'>;
  /** Called once when about half of the deliveries have ended; a test kills the cloud then. */
  readonly halfway?: () => void;
}

/** Deliveries get this long, and webhooks after them. Milliseconds. */
const DELIVERY_PATIENCE_MS = 180_000;
const WEBHOOK_PATIENCE_MS = 120_000;

/**
 * Sends 20 orders through a running local cloud, follows them until they are delivered, verifies every webhook and
 * reports. Cleans up its webhook endpoint and leaves its orders for a look.
 */
export async function runDemo({ target, fast, output, halfway }: DemoOptions): Promise<Report> {
  const api = demoApi(target);
  const run = randomUUID().slice(0, 8);
  const inbox = await startInbox();
  if (fast) await api.call('POST', '/_local/clock', { skipping: true });
  try {
    const endpoint = await api.call<{ id: string; secret: string }>('POST', '/v1/webhooks/endpoints', {
      url: `${inbox.url}/demo`,
      description: `Demo ${run}`,
    });
    inbox.secretIs(endpoint.secret);
    const strategies = new Map<Story['strategy'], string>();
    for (const [name, allowedProviders] of Object.entries(STRATEGIES)) {
      const { id } = await api.call<{ id: string }>('POST', '/v1/options_group', {
        label: `Demo ${run}: ${name}`,
        allowedProviders,
        enableAutoDispatch: true,
        providerSelectionStrategy: 'preferred_order',
        reassignOnFailure: true,
      });
      strategies.set(name as Story['strategy'], id);
    }
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
    const booked = windowStory(target, run, strategies.get('plain') ?? '');
    // Looked at when the others are through; until then its failure is nobody's.
    booked.catch(() => undefined);
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
    await webhooksOf(orders, window, inbox.told);
    await api.call('DELETE', `/v1/webhooks/endpoints/${endpoint.id}`);
    return reportOf(orders, window, inbox);
  } finally {
    if (fast) await api.call('POST', '/_local/clock', { skipping: false });
    await inbox.stop();
  }
}

/** Waits until every status was told of, or the time is up. */
async function webhooksOf(
  orders: readonly Followed[],
  window: WindowOutcome,
  told: ReadonlySet<string>,
): Promise<void> {
  const until = Date.now() + WEBHOOK_PATIENCE_MS;
  const expected = [...expectedWebhooks(orders), ...(window.jobId === null ? [] : [windowWebhook(window)])];
  while (expected.some((key) => !told.has(key)) && Date.now() < until) await sleep(200);
}
