import { closingDeps } from '../../functions/workers/close-windows.ts';
import { followingDeps } from '../../functions/workers/follow-windows.ts';
import { orderArchived, orderCanceled } from '../../lib/ordering/orders/index.ts';
import {
  CLOSING_EVENTS,
  closeWindow,
  FOLLOWING_EVENTS,
  followWindow,
} from '../../lib/ordering/windows/index.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { fireTimer } from '../../lib/platform/timers/index.ts';
import { type DispatchApi, startDispatchApi } from './dispatch-api.ts';
import { faultyProvider } from './faulty-provider.ts';
import { validOrder } from './orders-api.ts';

/** Windows, bookings, orders and dispatch on one table. */
export interface WindowsApi extends Omit<DispatchApi, 'order'> {
  /** Makes a window; its reply. */
  window(fields?: object): Promise<ReturnType<typeof JSON.parse>>;
  /** Creates an order with this external id. Returns its reply. */
  order(externalId: string, fields?: object): Promise<ReturnType<typeof JSON.parse>>;
  /** Requests one of the steps of a booking. */
  booking(
    externalId: string,
    step: 'book' | 'confirm' | 'revoke',
    body?: object,
  ): ReturnType<DispatchApi['call']>;
  /** Reads an order. */
  read(externalId: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Fires what is due and lets the workers of windows handle every event that they have not seen yet. */
  settle(): Promise<void>;
}

const CLOSING = new Set(CLOSING_EVENTS.map(({ name }) => name));
const FOLLOWING = new Set(FOLLOWING_EVENTS.map(({ name }) => name));

/** Starts it. The clock stands at 2026-03-02T09:00Z. */
export async function startWindowsApi(): Promise<WindowsApi> {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500, creates: ['accept'] });
  const api = await startDispatchApi([provider]);
  const seen = new Set<string>();
  const handle = async (event: EventRecord) => {
    if (CLOSING.has(event.name)) await closeWindow(closingDeps(api.deps), event);
    if (FOLLOWING.has(event.name)) await followWindow(followingDeps(api.deps), event);
    if (event.name === orderArchived.name || event.name === orderCanceled.name) {
      await followingDeps(api.deps).lapse(api.deps.table, event.organizationId, event.aggregateId);
    }
  };
  const fireDue = async () => {
    for (const item of await api.db.items()) {
      if (item.type !== 'timer' || item.data.state !== 'armed') continue;
      const { organizationId, id: timerId, generation, dueAt } = item.data;
      if (Date.parse(String(dueAt)) > api.db.deps.clock.now()) continue;
      const firing = {
        organizationId: String(organizationId),
        timerId: String(timerId),
        generation: Number(generation),
      };
      await fireTimer(api.db.deps, firing);
    }
  };
  return {
    ...api,
    async window(fields = {}) {
      const body = {
        name: 'Morning',
        startTime: '2026-03-03T10:00:00Z',
        endTime: '2026-03-03T12:00:00Z',
        cutoffTime: '2026-03-02T18:00:00Z',
        maximumCapacity: 2,
        ...fields,
      };
      const { status, json } = await api.call('POST /v1/delivery-window', { body });
      if (status !== 200) throw new Error(`No window could be made: ${JSON.stringify(json)}`);
      return json;
    },
    async order(externalId, fields = {}) {
      const { deliveryMode: _, ...rest } = validOrder;
      const body = { ...rest, deliveryMode: 'scheduled', externalId, ...fields };
      const { status, json } = await api.call('POST /v1/order', { body });
      if (status !== 200) throw new Error(`No order could be made: ${JSON.stringify(json)}`);
      return json;
    },
    booking: (externalId, step, body) =>
      api.call(`POST /v1/order/external-identifier/{externalId}/delivery-window/${step}`, {
        params: { externalId },
        ...(body ? { body } : {}),
      }),
    async read(externalId) {
      return (await api.call('GET /v1/order/{id}', { params: { id: externalId } })).json;
    },
    async settle() {
      for (let rounds = 0; rounds < 20; rounds += 1) {
        await fireDue();
        const fresh = (await api.db.events()).filter(({ id }) => !seen.has(id));
        if (fresh.length === 0) return;
        for (const event of fresh) {
          seen.add(event.id);
          // At least once: everything is handled twice.
          await handle(event);
          await handle(event);
        }
      }
      throw new Error('The windows do not come to rest.');
    },
  };
}
