import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GeocodeOutcome, Geocoder } from '../../../../../lib/engines/geocoding/index.ts';
import { keptGeocoder } from '../../../../../lib/places/addresses/index.ts';
import { type ServedTable, startServedTable } from '../../../../support/test-table.ts';

const PLACE = {
  city: 'Berlin',
  country: 'DE',
  lat: 52.52,
  lng: 13.4,
  precision: 'house',
  score: 0.9,
} as const;
const DAY_MS = 86_400_000;

let db: ServedTable;
let asked: unknown[];
let outcome: GeocodeOutcome;
beforeAll(async () => {
  db = await startServedTable();
});
afterAll(() => db.stop());
beforeEach(() => {
  asked = [];
  outcome = { kind: 'found', place: PLACE };
});

const map = (keptForDays: number | undefined): Geocoder => ({
  keptForDays,
  geocode: async (query) => {
    asked.push(query);
    return outcome;
  },
});
const kept = (organizationId: string, days: number | undefined = 90) =>
  keptGeocoder(db.deps, map(days), organizationId);

describe('42 7 what the map found is kept', () => {
  it('for the organization that asked, however the line is spaced or capitalized', async () => {
    expect(await kept('org_a').geocode({ address: '1 Main St,  Berlin' })).toEqual(outcome);
    expect(await kept('org_a').geocode({ address: ' 1 MAIN st, Berlin ' })).toEqual(outcome);
    expect(asked).toHaveLength(1);
    await kept('org_b').geocode({ address: '1 Main St, Berlin' });
    expect(asked).toHaveLength(2);
    await kept('org_a').geocode({ address: '1 Main St, Berlin', country: 'DE' });
    await kept('org_a').geocode({ placeId: '1 main st, berlin' });
    expect(asked).toHaveLength(4);
  });

  it('until it expires, and then again', async () => {
    const days = 1;
    await kept('org_c', days).geocode({ address: 'x' });
    db.deps.clock.advance(DAY_MS - 1000);
    await kept('org_c', days).geocode({ address: 'x' });
    expect(asked).toHaveLength(1);
    db.deps.clock.advance(2000);
    await kept('org_c', days).geocode({ address: 'x' });
    await kept('org_c', days).geocode({ address: 'x' });
    expect(asked).toHaveLength(2);
  });

  it('when two ask at once', async () => {
    const both = [kept('org_d'), kept('org_d')].map((geocoder) => geocoder.geocode({ address: 'x' }));
    expect(await Promise.all(both)).toEqual([outcome, outcome]);
    const before = asked.length;
    expect(await kept('org_d').geocode({ address: 'x' })).toEqual(outcome);
    expect(asked).toHaveLength(before);
  });

  it.each(['not-found', 'unavailable', 'no-map'] as const)('but not %s', async (kind) => {
    outcome = { kind };
    for (const _ of [1, 2]) expect(await kept('org_e').geocode({ address: kind })).toEqual({ kind });
    expect(asked).toHaveLength(2);
  });

  it('and not of a map that does not say how long', async () => {
    const geocoder = map(undefined);
    expect(keptGeocoder(db.deps, geocoder, 'org_f')).toBe(geocoder);
  });
});
