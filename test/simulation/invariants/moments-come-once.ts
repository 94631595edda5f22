import { eventOfItem } from '../../support/event-of-item.ts';
import type { World } from '../world/world.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

type Data = Readonly<Record<string, unknown>>;

const BOUNDS: Readonly<Record<string, string>> = {
  order_pickup_start_time: 'pickupStartTime',
  order_pickup_end_time: 'pickupEndTime',
  order_dropoff_start_time: 'dropoffStartTime',
  order_dropoff_end_time: 'dropoffEndTime',
};
const SIGNS: Readonly<Record<string, number>> = { before: -1, at: 0, after: 1 };

/** Two clocks that are 2 s wrong in opposite directions. */
const SKEW_MS = 4_000;
/** Maximum duration of a function, and so the maximum age of what it acts on. */
const TIMEOUT_MS = 60_000;
const SETTLED_MS = 10 * 60_000;

/** When a workflow is to run for an order, from an instant on; undefined = never. */
interface Moment {
  readonly from: number;
  readonly at: number | undefined;
}

/** What is known about the time workflows, the orders and the runs of one world. */
class Moments {
  readonly #world: World;
  readonly #of = { workflowListener: new Map(), order: new Map(), windowOccurrence: new Map() } as Readonly<
    Record<string, Map<string, Data>>
  >;
  readonly #histories = new Map<string, Moment[]>();
  readonly fired = new Map<string, { readonly pair: string; readonly at: number }>();
  readonly started = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes over an item in its current state and computes the resulting times of all pairs. */
  learn(type: string, key: string, data: Data | undefined): void {
    const all = this.#of[type]!;
    if (data) all.set(key, data);
    else all.delete(key);
    for (const [workflowId, listener] of this.#of.workflowListener!) {
      if (type === 'workflowListener' && key !== workflowId) continue;
      for (const [orderId, order] of this.#of.order!) {
        if (type === 'order' && key !== orderId) continue;
        this.#set(`${workflowId} ${orderId}`, this.#momentOf(listener, order), type === 'workflowListener');
      }
    }
    if (type !== 'workflowListener' || data) return;
    for (const pair of this.#histories.keys()) if (pair.startsWith(key)) this.#set(pair, undefined);
  }

  history(pair: string): readonly Moment[] {
    return this.#histories.get(pair) ?? [];
  }

  pairs(): readonly string[] {
    return [...this.#histories.keys()];
  }

  /** A changed workflow starts listening again. */
  #set(pair: string, at: number | undefined, isAnew = false): void {
    const history = this.#histories.get(pair) ?? [];
    if (history.at(-1)?.at === at && !isAnew) return;
    this.#histories.set(pair, [...history, { from: this.#world.now(), at }]);
  }

  #momentOf({ organizationId, trigger }: Data, order: Data): number | undefined {
    if (order.organizationId !== organizationId) return undefined;
    if (order.status === 'archived' || order.status === 'canceled') return undefined;
    const { eventName, direction, offset_minutes: minutes = 0 } = trigger as Record<string, string>;
    const bound = eventName === 'order_cutoff_time' ? this.#cutoffOf(order) : order[BOUNDS[eventName!]!];
    if (typeof bound !== 'string') return undefined;
    return Date.parse(bound) + SIGNS[direction!]! * Number(minutes) * 60_000;
  }

  #cutoffOf({ windowBooking }: Data): unknown {
    const { key = '' } = (windowBooking ?? {}) as { readonly key?: string };
    return this.#of.windowOccurrence!.get(key)?.cutoffTime;
  }
}

const known = new WeakMap<World, Moments>();

export const momentsComeOnce = defineInvariant({
  name: 'moments-come-once',
  number: 7,
  sentence:
    'A workflow runs once for each time of an order as it stands: not before, not for a time that it had, and none is lost.',
  watch({ world, queues }, report) {
    const moments = new Moments(world);
    known.set(world, moments);
    world.listen(({ before, after }) => {
      const type = String((after ?? before)?.type);
      if (type === 'order' || type === 'windowOccurrence') {
        const data = dataOf(after);
        if (data) moments.learn(type, String(data.id ?? data.key), data);
      } else if (type === 'workflowListener') {
        const { event, workflowId } = dataOf(after ?? before)!;
        if (event === 'order.moments') moments.learn(type, String(workflowId), dataOf(after));
      } else if (type === 'timer' && after) {
        const fired = eventOfItem({ type, data: dataOf(after)! });
        if (fired?.name !== 'timer.workflow-window') return;
        const { dueAt, data } = fired.data as { readonly dueAt: string; readonly data: Data };
        const pair = `${data.workflowId} ${data.orderId}`;
        moments.fired.set(fired.id, { pair, at: Date.parse(dueAt) });
      } else if (type === 'workflowRun' && after && !before) {
        const { id, startedBy } = dataOf(after) as { id: string; startedBy: Record<string, string> };
        const firing = startedBy.type === 'timer' ? moments.fired.get(startedBy.eventId!) : undefined;
        if (!firing) return;
        const { pair, at } = firing;
        const what = `${id} of ${pair} for ${new Date(at).toISOString()}`;
        if (moments.started.has(`${pair} ${at}`)) report(`${what} is not the first.`);
        moments.started.add(`${pair} ${at}`);
        if (world.now() < at - SKEW_MS) report(`${what} starts ${at - world.now()} ms early.`);
        const deliveries = queues.of('run-workflows').deliveriesOf(startedBy.eventId!);
        const readFrom = Math.min(...deliveries.filter((time) => time >= world.now() - TIMEOUT_MS));
        const wasSo = moments.history(pair).some((moment, index, history) => {
          const until = history[index + 1]?.from ?? Number.POSITIVE_INFINITY;
          return moment.at === at && until >= readFrom;
        });
        if (!wasSo) report(`${what} starts, and that is not its time any more.`);
      }
    });
  },
  atEnd({ world }, report) {
    const moments = known.get(world)!;
    for (const pair of moments.pairs()) {
      const { from, at } = moments.history(pair).at(-1)!;
      if (at === undefined || at < from + SKEW_MS || at > world.now() - SETTLED_MS) continue;
      if (!moments.started.has(`${pair} ${at}`))
        report(
          `${pair} was to run at ${new Date(at).toISOString()}, known since ${new Date(from).toISOString()}.`,
        );
    }
  },
});
