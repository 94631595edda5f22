import { toInstant } from '../../../platform/core/clock.ts';
import type { StrategySettings } from '../../strategies/index.ts';

/** The time at which something scheduled goes out; the epoch for what goes out at once. */
export function dueInstant(
  windows: {
    readonly deliveryMode?: string | null | undefined;
    readonly pickupStartTime?: string | null | undefined;
    readonly pickupEndTime?: string | null | undefined;
  },
  strategy: Pick<StrategySettings, 'leadTimeMinutes'>,
): string {
  const start = windows.pickupStartTime ?? windows.pickupEndTime;
  if (windows.deliveryMode !== 'scheduled' || !start || Number.isNaN(Date.parse(start))) return toInstant(0);
  return toInstant(Date.parse(start) - strategy.leadTimeMinutes * 60_000);
}
