import { expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { startExamplePartner } from '../support/example-partner.ts';
import { validOrder } from '../support/orders-api.ts';
import { scenario } from '../support/scenario.ts';

/** By its end, it is recorded whatever share of traces is. */
const TRACE = `${'c'.repeat(24)}00000000`;
const REQUEST = '00000000000000ff';
const WORKERS = ['dispatch-orders', 'attempt-dispatch', 'make-webhook-messages'];
const SEGMENTS_OF = `1-${TRACE.slice(0, 8)}-${TRACE.slice(8)}`;

scenario(
  '47 3.2: a request, what follows from it, its provider and its webhook are one trace',
  async ({ local, story, receiver, onTestFinished }) => {
    await story.call('POST', '/v1/webhooks/endpoints', {
      url: receiver.url,
      eventTypes: ['delivery.created'],
    });
    const partner = await startExamplePartner(() => local.cloud.clock.now());
    onTestFinished(partner.stop);
    const fleet = await story.call<{ signingSecret: string }>('POST', '/v1/http-fleets', {
      name: 'Quick Riders',
      baseUrl: partner.url,
      token: partner.token,
    });
    partner.secretIs(fleet.signingSecret);
    const dispatchStrategyId = await story.strategy(['Quick Riders']);
    const traced = await local.request<{ id: string }>('POST', '/v1/order', {
      key: story.key,
      headers: { traceparent: `00-${TRACE}-${REQUEST}-01` },
      body: { ...validOrder, deliveryMode: 'now', dispatchStrategyId },
    });
    expect(traced.status).toBe(200);
    await eventually(
      async () => receiver.received.length,
      (length) => length > 0,
    );
    // A quote and the delivery: the receiver can hear of the delivery before the provider is asked for it.
    await eventually(
      async () => partner.traces.length,
      (length) => length > 1,
    );
    const [, traceId, sentBy] = String(receiver.received[0]!.headers.traceparent).split('-');
    const asked = partner.traces.map((trace) => String(trace).split('-'));
    const askedBy = asked.map(([, , id]) => id);
    const segments = await eventually(
      async () => {
        const { traceSegments } = await local.cloud.state();
        return traceSegments.filter(({ traceId }) => traceId === SEGMENTS_OF);
      },
      (found) =>
        WORKERS.every((of) => found.some(({ name }) => name === of)) &&
        [sentBy, ...askedBy].every((by) => found.some(({ id }) => id === by)) &&
        !orphan(found),
    );

    const named = (name: string) => segments.find((segment) => segment.name === name)!;
    expect(named('orders')).toMatchObject({
      parentId: REQUEST,
      annotations: { route: 'POST /v1/order', status: 200 },
    });
    expect(segments.map(({ name }) => name)).toEqual(expect.arrayContaining(WORKERS));
    expect(orphan(segments)).toBeUndefined();
    // The receiver can continue it, and so can the provider, who was asked for a quote and then for the delivery.
    expect(traceId).toBe(TRACE);
    expect(new Set(asked.map(([, id]) => id))).toEqual(new Set([TRACE]));
    expect(segments.find(({ id }) => id === sentBy)).toMatchObject({ name: '127.0.0.1' });

    // Another order of the same organization is recorded nowhere.
    const before = (await local.cloud.state()).traceSegments.length;
    await story.order({ deliveryMode: 'now', dispatchStrategyId });
    await eventually(
      async () => receiver.received.length,
      (length) => length > 1,
    );
    expect(receiver.received[1]!.headers.traceparent).toBeUndefined();
    const others = partner.traces.filter((trace) => !String(trace).includes(TRACE));
    expect(others.length).toBeGreaterThan(0);
    expect(others).toEqual(others.map(() => undefined));
    const after = (await local.cloud.state()).traceSegments.filter(({ traceId: of }) => of !== SEGMENTS_OF);
    expect(after.length).toBeLessThanOrEqual(before);
  },
);

interface Segment {
  readonly id: string;
  readonly parentId?: string;
}

/** A segment that continues none of the others, nor the request: its own is not written yet, or it lost the trace. */
function orphan(segments: readonly Segment[]): Segment | undefined {
  const ids = new Set([REQUEST, ...segments.map(({ id }) => id)]);
  return segments.find(({ parentId }) => !ids.has(parentId ?? ''));
}
