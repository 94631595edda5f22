import { describe, expect, it } from 'vitest';
import { FixedClock } from '../../../../../lib/platform/core/clock.ts';
import { meteredFor } from '../../../../../lib/platform/runtime/metered-for.ts';
import { type Measurement, printMeasurement } from '../../../../../lib/platform/runtime/print-measurement.ts';

function anyMeter() {
  const printed: (Measurement & { readonly namespace: string })[] = [];
  const clock = new FixedClock('2026-03-02T09:00:00.000Z');
  const print = (namespace: string, measurement: Measurement) =>
    void printed.push({ namespace, ...measurement });
  return { printed, clock, metered: meteredFor({ namespace: 'shops', clock, print }) };
}

const received = { kind: 'request', organizationId: 'org_1' } as const;

describe('47 3.2 metrics of an organization', () => {
  it('count its work with its time and by whether it failed', async () => {
    const { printed, clock, metered } = anyMeter();
    const statusOf = async (status: number) => {
      clock.advance(20);
      return status;
    };
    const outcome = (status: number) => ({ failed: status >= 500 });
    expect(await metered({ ...received, outcome }, () => statusOf(200))).toBe(200);
    await metered({ ...received, outcome }, () => statusOf(503));
    const broken = metered({ kind: 'message', organizationId: 'org_2' }, async () => {
      throw new Error('lost');
    });
    await expect(broken).rejects.toThrow('lost');
    const counted = { namespace: 'shops', kind: 'request', organizationId: 'org_1', milliseconds: 20 };
    expect(printed).toEqual([
      { ...counted, failed: false },
      { ...counted, failed: true },
      { namespace: 'shops', kind: 'message', organizationId: 'org_2', failed: true, milliseconds: 0 },
    ]);
  });

  it('leave out what belongs to nobody', async () => {
    const { printed, metered } = anyMeter();
    await metered({ kind: 'request', organizationId: undefined }, async () => undefined);
    expect(printed).toEqual([]);
  });

  it('are printed in the embedded metric format', () => {
    const lines: string[] = [];
    const { write } = process.stdout;
    process.stdout.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
    try {
      printMeasurement('shops', { ...received, failed: true, milliseconds: 20 });
    } finally {
      process.stdout.write = write;
    }
    const [line] = lines.map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      organization: 'org_1',
      service: 'requests',
      Handled: 1,
      Failed: 1,
      Duration: 20,
      _aws: { CloudWatchMetrics: [{ Namespace: 'shops', Dimensions: [['service', 'organization']] }] },
    });
  });
});
