import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { windowsBetween } from './find-windows.ts';

/** Windows that start later than this are not created. */
const END_OF_TIME = '9998-12-31T00:00:00.000Z';

/** Something that refers to a place. */
interface Referrer {
  readonly type: string;
  readonly id: string;
}

/** Current and future windows of a store location or zone, which prevent its deletion. */
export async function findWindowsAt(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  placeId: string,
): Promise<readonly Referrer[]> {
  const range = { startTime: toInstant(clock.now()), endTime: END_OF_TIME };
  const windows = await windowsBetween(table, { organizationId, storeLocationIds: null }, range);
  return windows
    .filter(({ storeLocationId, zoneId }) => storeLocationId === placeId || zoneId === placeId)
    .map(({ id }) => ({ type: 'delivery_window', id }));
}
