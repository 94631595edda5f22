import { describe, expect, it } from 'vitest';
import { FixedClock } from '../../../../../lib/platform/core/clock.ts';
import { silentLog } from '../../../../../lib/platform/core/log.ts';
import { currentPlace, MAX_SPANS, type Span, sentWithin } from '../../../../../lib/platform/core/span.ts';
import type { Received } from '../../../../../lib/platform/runtime/received.ts';
import { segmentOf } from '../../../../../lib/platform/runtime/send-segments.ts';
import { createTracer, type TracerDeps } from '../../../../../lib/platform/runtime/tracing.ts';

const NOW = '2026-03-02T09:00:00.000Z';
/** Its end is the smallest possible, so that it is recorded by every share. */
const TRACE = `${'a'.repeat(24)}00000000`;
const FROM = `00-${TRACE}-00000000000000ff-01`;

function tracerOf(changed: Partial<TracerDeps> = {}) {
  const stored: Span[] = [];
  const clock = new FixedClock(NOW);
  let drawn = 0;
  const tracer = createTracer({
    percent: 50,
    clock,
    random: (bytes) => (drawn++).toString(16).padStart(2 * bytes, '0'),
    store: async (spans) => void stored.push(...spans),
    log: silentLog,
    ...changed,
  });
  return { tracer, stored, clock };
}

const received = (fields: Partial<Received<unknown>> = {}) =>
  ({
    kind: 'request',
    name: 'orders',
    organizationId: 'org_1',
    from: FROM,
    facts: { route: 'POST /v1/order' },
    ...fields,
  }) as const;

describe('47 3.2 a trace', () => {
  it('continues that of its caller, with what is sent within it as its parts', async () => {
    const { tracer, stored, clock } = tracerOf();
    const reply = await tracer.traced(received(), async () => {
      clock.advance(20);
      const headers = await sentWithin(
        'shop.example',
        async (sent) => sent,
        () => ({ facts: { status: 200 } }),
      );
      return { place: currentPlace(), headers };
    });
    const [sent, whole] = stored;
    expect(whole).toMatchObject({
      traceId: TRACE,
      parentId: '00000000000000ff',
      name: 'orders',
      failed: false,
    });
    expect(whole!.endedAtMs - whole!.startedAtMs).toBe(20);
    expect(sent).toMatchObject({
      traceId: TRACE,
      parentId: whole!.spanId,
      kind: 'sent',
      facts: { status: 200 },
    });
    expect(reply.place).toEqual({ traceId: TRACE, spanId: whole!.spanId });
    // The receiver continues at what was sent to it, not at the whole.
    expect(reply.headers).toEqual({ traceparent: `00-${TRACE}-${sent!.spanId}-01` });
    expect(segmentOf(sent!)).toMatchObject({
      trace_id: `1-aaaaaaaa-${'a'.repeat(16)}00000000`,
      type: 'subsegment',
      namespace: 'remote',
      annotations: { status: 200 },
    });
    expect(currentPlace()).toBeUndefined();
  });

  it('begins with a request that comes from none, and never with a message', async () => {
    const { tracer, stored } = tracerOf({ percent: 100 });
    await tracer.traced(received({ from: undefined }), async () => undefined);
    await tracer.traced(received({ from: 'not-a-place' }), async () => undefined);
    await tracer.traced(received({ from: undefined, kind: 'message' }), async () => undefined);
    expect(stored).toHaveLength(2);
    // X-Ray reads the beginning as seconds since the epoch.
    expect(Number.parseInt(stored[0]!.traceId.slice(0, 8), 16)).toBe(Date.parse(NOW) / 1000);
    expect(stored[0]!.parentId).toBeUndefined();
  });

  it('is recorded by its id alone: every function decides alike, and a caller cannot ask for more', async () => {
    const ends = ['00000000', '7fffffff', '80000000', 'ffffffff'];
    for (const [percent, recorded] of [
      [50, 2],
      [100, 4],
      [0.0001, 1],
    ] as const) {
      const { tracer, stored } = tracerOf({ percent });
      for (const end of ends) {
        const from = `00-${'b'.repeat(24)}${end}-00000000000000ff-01`;
        await tracer.traced(received({ from }), async () => undefined);
      }
      expect(stored).toHaveLength(recorded);
    }
  });

  it('keeps failures, and changes nothing about the work when it cannot be stored', async () => {
    const { tracer, stored } = tracerOf();
    const fails = tracer.traced(received(), () => Promise.reject(new Error('broken')));
    await expect(fails).rejects.toThrow('broken');
    expect(stored).toMatchObject([{ failed: true }]);
    expect(segmentOf(stored[0]!)).toMatchObject({ fault: true, origin: 'AWS::Lambda::Function' });
    const lost = tracerOf({ store: () => Promise.reject(new Error('no X-Ray')) });
    expect(await lost.tracer.traced(received(), async () => 'done')).toBe('done');
  });

  it('has a bound, however much is sent within it', async () => {
    const { tracer, stored } = tracerOf();
    await tracer.traced(received(), async () => {
      for (let count = 0; count < 2 * MAX_SPANS; count += 1) await sentWithin('shop.example', async () => 1);
    });
    expect(stored).toHaveLength(MAX_SPANS);
  });
});
