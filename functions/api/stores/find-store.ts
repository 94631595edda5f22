import { readStores, storeLocationNotFound } from '../../../lib/places/stores/index.ts';
import { appliesAt, invalidZone, zonesAt } from '../../../lib/places/zones/index.ts';
import { callerMaySee } from '../../../lib/platform/access/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { storeEndpoint } from './deps.ts';
import { placeQuery, readPlace } from './place-schemas.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';
import { nearestFirst } from './store-schemas.ts';

/** GET /v1/store_locations/coverage */
export const findStore = storeEndpoint({
  name: 'findStoreLocationByCoverage',
  method: 'GET',
  path: '/v1/store_locations/coverage',
  area: 'Store locations',
  summary: 'Find the store location that delivers to a place',
  description:
    'Searches by latitude and longitude, by postcode, by city and postcode, or by city, state or country. Of the stores that now serve the zones there, it returns the nearest ' +
    'to the point; without a point, the oldest.',
  permission: 'READ_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  query: placeQuery,
  reply: servingReply,
  replyExample: servingExample,
  refusals: [storeLocationNotFound, invalidZone],
  async handle({ input: { query }, ctx }) {
    const place = readPlace(query);
    if (isRefusal(place)) return place;
    const now = ctx.clock.now();
    const zones = await zonesAt(ctx.table, ctx.organizationId, place);
    const ids = zones
      .flatMap(({ value }) => value.storeLocationAssociations)
      .filter(
        (one) => appliesAt(one, now) && callerMaySee(ctx.caller, { storeLocationIds: [one.storeLocationId] }),
      )
      .map(({ storeLocationId }) => storeLocationId);
    const stores = await readStores(ctx.table, ctx.organizationId, [...new Set(ids)]);
    const [best] = nearestFirst(stores, place);
    return best
      ? renderOneServing(ctx, best)
      : storeLocationNotFound('No store location delivers there.', { ...query });
  },
});
