/**
 * `node test/simulation/hot-keys.ts`: what each key of the table that orders share takes for an order, in read and write
 * units, from an ordinary day of one organization in the simulated world. Prints JSON.
 */
import { validOrder } from '../support/orders-api.ts';
import { defineLoad } from './load/define-load.ts';
import { runSeed } from './run-seed.ts';
import { countKeyUnits, type KeyUnits } from './world/count-key-units.ts';

/** Orders of the day: each comes from creation to delivery, with all its webhooks and notifications. */
const ORDERS = 24;

const load = defineLoad({
  area: 'an ordinary day',
  drives: ['POST /v1/order'],
  setUp: async (client) => {
    const body = { label: 'Plain', enableAutoDispatch: true, reassignOnFailure: true };
    const reply = await client.call('POST /v1/options_group', { body });
    client.known.strategies.unshift(String(reply?.json?.id));
    // Somebody listens to everything.
    const trigger = {
      type: 'delivery_status_transition',
      name: 'All',
      notificationGroupIds: [],
      message: null,
    };
    await client.call('POST /v1/notification-triggers', {
      body: { ...trigger, parameters: { deliveryStatus: 'failed' } },
    });
  },
  actions: [
    {
      name: 'an order is made',
      weight: 1,
      async run(client) {
        const [dispatchStrategyId] = client.known.strategies;
        const orderMetadata = { mark: client.nextMark() };
        await client.call('POST /v1/order', { body: { ...validOrder, dispatchStrategyId, orderMetadata } });
      },
    },
  ],
});

let units: () => ReadonlyMap<string, KeyUnits> = () => new Map();
const result = await runSeed(1, {
  day: {
    load,
    profile: { strength: 0, pace: 3, organizations: 1, carriers: 1, actions: ORDERS, spreadMs: 60_000 },
    onStart: (world) => {
      units = countKeyUnits(world.db);
    },
  },
});
if (result.broken.length > 0 || result.orders !== ORDERS) throw new Error(result.broken.join('\n'));

/** Partitions of a kind that has one for each order are busy for minutes only, whatever the rate. */
const FEW = ORDERS / 2;

/** What scorecards are made from and what they are: the same four times an hour, whatever the number of orders. */
const NOT_OF_ORDERS = /#(insightCalendar|insightDays|insightHours|scorecard)#/;

const ofOrders = [...units()].filter(
  ([place, { writeUnits }]) =>
    // Of the minutes, only the hours in which something was counted: scorecards read all hours of the day.
    !NOT_OF_ORDERS.test(place) && (writeUnits > 0 || !place.includes('#insightMinutes#')),
);
const byKind = Map.groupBy(ofOrders, ([place]) => kindOf(place));
const shared = [...byKind]
  .filter(([, places]) => places.length < FEW)
  .map(([key, places]) => ({
    key,
    // The busiest of them.
    readUnits: Math.max(...places.map(([, one]) => one.readUnits)) / ORDERS,
    writeUnits: Math.max(...places.map(([, one]) => one.writeUnits)) / ORDERS,
  }));
console.log(JSON.stringify(shared));

/** `table {organizationId}#strategy#{id}`: the index, and the key without its ids. */
function kindOf(place: string): string {
  const [index, organization, type, id] = place.split('#');
  const owner = organization === '-' ? '-' : '{organizationId}';
  const rest = id === 'all' ? id : index === 'list' ? '{shard}' : '{id}';
  return `${index} ${owner}#${type}#${rest}`;
}
