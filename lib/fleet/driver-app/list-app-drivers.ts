import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Driver, type FleetCaller, findDrivers, listShifts, type Shift } from '../fleet/index.ts';
import { driverPhoneEntity, isSignedIn, type ShownPhone } from './phone.ts';

/** Phones that are looked at: those that were signed in last. */
export const MAX_LISTED_PHONES = 1_000;

/** A shift that has begun is planned to have begun at most this long ago. Milliseconds. */
const LONGEST_MS = 48 * 3_600_000;

/** A driver who uses the app or is on shift. */
export interface AppDriver {
  readonly driver: Driver;
  /** Those that are signed in, with the latest contact first. */
  readonly phones: readonly ShownPhone[];
  /** The shift that the driver works; undefined = none. */
  readonly shift: Shift | undefined;
}

/**
 * The drivers whom the caller may see who use the app or are on shift: those on shift first, then by their last contact. 3
 * calls, 1 for each 100 drivers and 1 for each 100 shifts.
 */
export async function listAppDrivers(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  caller: FleetCaller,
): Promise<readonly AppDriver[]> {
  const { organizationId } = caller;
  const now = clock.now();
  const [rows, shifts] = await Promise.all([
    table.list(driverPhoneEntity, { organizationId, shards: 1, direction: 'DESC', limit: MAX_LISTED_PHONES }),
    listShifts(table, caller, { startTime: toInstant(now - LONGEST_MS), endTime: toInstant(now) }),
  ]);
  const phones = rows
    .map(({ row }) => row as unknown as ShownPhone)
    .filter((phone) => isSignedIn(phone, toInstant(now)));
  const phonesOf = Map.groupBy(phones, ({ courierId }) => courierId);
  const active = shifts.map(({ value }) => value).filter(({ status }) => status === 'active');
  const shiftOf = new Map(active.map((shift) => [shift.courierId, shift]));
  const ids = new Set([...phonesOf.keys(), ...active.flatMap(({ courierId }) => courierId ?? [])]);
  const found = await findDrivers(table, caller, [...ids]);
  return found
    .flatMap((stored): AppDriver[] => {
      if (!stored) return [];
      const { value: driver } = stored;
      const own = (phonesOf.get(driver.id) ?? []).toSorted((a, b) =>
        a.lastContactAt < b.lastContactAt ? 1 : -1,
      );
      return [{ driver, phones: own, shift: shiftOf.get(driver.id) }];
    })
    .sort((a, b) => rankOf(b).localeCompare(rankOf(a)));
}

function rankOf({ shift, phones }: AppDriver): string {
  return `${shift ? 1 : 0} ${phones[0]?.lastContactAt ?? ''}`;
}
