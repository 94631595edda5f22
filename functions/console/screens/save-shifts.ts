import { change } from '../kit/api.ts';

/** Shifts that the API saves at once. */
const MAX_SHIFTS = 33;

/** Saves all of them, in as few requests as possible. */
export async function saveShifts(shifts: readonly object[]): Promise<void> {
  for (let from = 0; from < shifts.length; from += MAX_SHIFTS) {
    await change('POST', '/v1/shifts/upsert', { shifts: shifts.slice(from, from + MAX_SHIFTS) });
  }
}
