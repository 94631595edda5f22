import {
  createOrder,
  type FoundOrder,
  findOrderByExternalId,
  type OrderCaller,
  type OrderPatch,
  upsertOrder,
} from '../../ordering/orders/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { autodispatchOrder, type JobDeps } from '../dispatch/index.ts';
import { type Manifest, type ManifestActor, manifestOrders } from './manifest-orders.ts';

/** Most orders of one call: each is quoted by its providers, and the caller waits. */
export const MAX_DISPATCHED = 50;

/** Orders that are created and dispatched in parallel. */
const WIDTH = 25;

export interface DispatchAndManifestDeps extends JobDeps {
  readonly bucket: Bucket;
}

/** Where an order can fail. */
export const MANIFEST_STAGES = Object.freeze(['order', 'dispatch', 'manifest'] as const);

type ManifestStage = (typeof MANIFEST_STAGES)[number];

/** Why an order is in no manifest. */
export interface ManifestError {
  /** The order's external id, else its place in the request such as `orders[2]`. */
  readonly identifier: string;
  /** Absent when no order was created. */
  readonly orderId: string | undefined;
  readonly stage: ManifestStage;
  readonly refusal: Refusal;
}

/**
 * Creates orders, or changes those whose external ids are known, dispatches each by its strategy, and manifests what was
 * dispatched. An order that fails does not hold back the others. Orders that are dispatched already are manifested
 * only, so that the same request can be sent again.
 */
export async function dispatchAndManifest(
  deps: DispatchAndManifestDeps,
  actor: OrderCaller & ManifestActor,
  rows: readonly (OrderPatch | Refusal)[],
): Promise<{ readonly manifests: readonly Manifest[]; readonly errors: readonly ManifestError[] }> {
  const newIds = rows.map(() => deps.ids.next('ord'));
  const outcomes = await mapConcurrently(rows, WIDTH, async (row, index) => {
    const fallback = `orders[${index}]`;
    if (isRefusal(row)) return failedAt('order', fallback, undefined, row);
    const identifier = row.externalId ?? fallback;
    const saved = await saveOrder(deps, actor, row, newIds[index] ?? '');
    if (isRefusal(saved)) return failedAt('order', identifier, undefined, saved);
    const { id, status } = saved.stored.value;
    const job = status === 'dispatched' ? undefined : await autodispatchOrder(deps, actor, id);
    return job && isRefusal(job) ? failedAt('dispatch', identifier, id, job) : { identifier, orderId: id };
  });
  const errors: ManifestError[] = [];
  const dispatched = new Map<string, string>();
  for (const outcome of outcomes) {
    if ('refusal' in outcome) errors.push(outcome);
    else dispatched.set(outcome.orderId, outcome.identifier);
  }
  let manifests: readonly Manifest[] = [];
  while (dispatched.size > 0) {
    const request = { orderIds: [...dispatched.keys()], externalOrderIds: [], providerIds: [] };
    const written = await manifestOrders(deps, actor, request);
    if (!isRefusal(written)) {
      manifests = written;
      break;
    }
    // The orders that the refusal is about; all of them when it names none.
    const { orderIds } = written.details as { readonly orderIds?: readonly string[] };
    const about = orderIds?.filter((id) => dispatched.has(id)) ?? [];
    for (const orderId of about.length > 0 ? about : [...dispatched.keys()]) {
      errors.push(failedAt('manifest', dispatched.get(orderId) ?? orderId, orderId, written));
      dispatched.delete(orderId);
    }
  }
  return { manifests, errors };
}

/** Creates the order of a row, or changes the one with its external id; one that is dispatched stays as it is. */
async function saveOrder(
  deps: DispatchAndManifestDeps,
  actor: OrderCaller & ManifestActor,
  row: OrderPatch,
  id: string,
): Promise<FoundOrder | Refusal> {
  const { externalId } = row;
  if (!externalId) return createOrder(deps, actor, { fields: row, id });
  const saved = await upsertOrder(deps, actor, { externalId, fields: row, id });
  if (!isRefusal(saved) || saved.kind.code !== 'ORDER_ALREADY_DISPATCHED') return saved;
  return (await findOrderByExternalId(deps.table, actor, externalId, { liveOnly: true })) ?? saved;
}

function failedAt(
  stage: ManifestStage,
  identifier: string,
  orderId: string | undefined,
  refusal: Refusal,
): ManifestError {
  return { stage, identifier, orderId, refusal };
}
