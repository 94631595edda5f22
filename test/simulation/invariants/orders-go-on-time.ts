import type { Attributes } from '../../support/memory-dynamodb/values.ts';
import type { World } from '../world/world.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

type Data = Readonly<Attributes>;

/** After the last fault, whatever was left undone is resumed within this time. */
const SETTLED_MS = 30 * 60_000;
/** The sweeper runs every five minutes, for timers that are two minutes late. */
const LATE_MS = 15 * 60_000;

export const ordersGoOnTime = defineInvariant({
  name: 'orders-go-on-time',
  number: 7,
  sentence: 'When nothing goes wrong, a scheduled order goes out at its time, as the order stands.',
  watch({ world }, report) {
    const orders = new Map<unknown, { readonly data: Data; readonly since: number }>();
    const former = new Map<unknown, { readonly data: Data; readonly since: number }>();
    world.listen(({ before, after }) => {
      if (after?.type === 'order') {
        const data = dataOf(after)!;
        const present = orders.get(data.id);
        if (present && before) former.set(data.id, present);
        orders.set(data.id, { data, since: world.now() });
      }
      if (after?.type !== 'event') return;
      const { name, aggregateId } = dataOf(after)!;
      const order = name === 'order.dispatched' ? former.get(aggregateId) : undefined;
      const dueMs = order && dueOf(world, order.data);
      if (dueMs === undefined) return;
      const lateMs = world.now() - Math.max(dueMs, order!.since, world.calmAt + SETTLED_MS);
      if (lateMs > LATE_MS) report(`${aggregateId} went out ${lateMs / 60_000} minutes late.`);
    });
  },
  atEnd({ world }, report) {
    for (const { data } of world.items('order')) {
      const dueMs = dueOf(world, data);
      if (dueMs !== undefined && dueMs < world.now() - LATE_MS)
        report(`${data.id} was to go out at ${new Date(dueMs).toISOString()}, and is ${data.status}.`);
    }
  },
});

/** When an order is dispatched automatically; undefined when it is not. */
function dueOf(world: World, order: Data): number | undefined {
  const { status, isHeld, deliveryMode, deliveryWindowId, dispatchStrategyId } = order;
  if (isHeld || deliveryMode !== 'scheduled' || deliveryWindowId !== undefined) return undefined;
  if (status !== 'valid' && status !== 'confirmed') return undefined;
  // A changed strategy does not dispatch at once what came before the change.
  const strategy = world.items('strategy').find(({ data }) => data.id === dispatchStrategyId);
  if (strategy?.version !== 1) return undefined;
  const settings = (strategy.data.settings ?? strategy.data) as {
    readonly enableAutoDispatch: boolean;
    readonly leadTimeMinutes: number;
  };
  if (!settings.enableAutoDispatch) return undefined;
  return Date.parse(String(order.pickupStartTime)) - settings.leadTimeMinutes * 60_000;
}
