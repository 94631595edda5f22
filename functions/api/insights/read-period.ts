import { refuseDays } from '../../../lib/operations/insight/index.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import { dateIn } from '../../../lib/platform/core/zoned-time.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';

const DAY_MS = 86_400_000;

/** The days that a question is about: by default the last seven, in the organization's time zone. */
export async function readPeriod(
  ctx: Parameters<typeof preferencesOf>[0] & { readonly clock: { now(): number } },
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<{ readonly from: string; readonly to: string } | Refusal> {
  const { timeZone } = await preferencesOf(ctx);
  const to = asked.to ?? dateIn(ctx.clock.now(), timeZone);
  const from = asked.from ?? new Date(Date.parse(to) - 6 * DAY_MS).toISOString().slice(0, 10);
  return refuseDays(from, to) ?? { from, to };
}
