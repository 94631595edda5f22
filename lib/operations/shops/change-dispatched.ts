import * as z from 'zod';
import { jobPackageFields, updateJob } from '../../fulfilment/dispatch/index.ts';
import { planFlag } from '../../fulfilment/flags/index.ts';
import { readJob } from '../../fulfilment/jobs/index.ts';
import {
  ORDER_FIELDS,
  type Order,
  type OrderFieldName,
  type OrderPatch,
  SIDES,
  storesOfOrder,
  updateOrder,
} from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { describeIssues } from '../../platform/core/describe-issues.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import { composeSide, type RowFields } from '../bulk/index.ts';
import { type Handled, written } from './handled.ts';
import type { ShopOrder } from './shop-order.ts';
import type { Handling, TakeDeps } from './take-deps.ts';

/** How long others wait while a provider is asked. Milliseconds. */
const LEASE_MS = 60_000;

/** Fields that no provider and no rule uses: a dispatched order takes them itself. */
const LABELS: readonly string[] = ['tags', 'orderMetadata'];

/** Changes of a package that its job takes. */
const packagePatch = z.object(jobPackageFields).partial();

/**
 * Changes an order that is dispatched: its labels here, everything else through its job, whose provider is asked. What is
 * not possible any more raises a flag, because the customer was promised it. Undefined when others were faster.
 */
export async function changeDispatched(
  deps: TakeDeps,
  handling: Handling,
  of: {
    readonly known: Stored<ShopOrder>;
    readonly next: ShopOrder;
    readonly order: Order;
    readonly change: RowFields;
  },
): Promise<Handled | undefined> {
  const { known, next, order, change } = of;
  const { caller, message } = handling;
  const labels = Object.fromEntries(Object.entries(change).filter(([name]) => LABELS.includes(name)));
  if (Object.keys(labels).length > 0) {
    const done = await updateOrder(deps, caller, order.id, {
      fields: labels as OrderPatch,
      labelsDispatched: true,
    });
    if (isRefusal(done)) return undefined;
  }
  const rest = Object.fromEntries(Object.entries(change).filter(([name]) => !LABELS.includes(name)));
  if (Object.keys(rest).length === 0) {
    return (await written(deps, known, next)) && { outcome: 'changed', orderId: order.id, message: null };
  }
  const until = toInstant(deps.clock.now() + LEASE_MS);
  const leased: ShopOrder = { ...known.value, lease: { messageId: message.id, until } };
  if (!(await written(deps, known, leased))) return undefined;
  const held = { value: leased, version: known.version + 1 };
  const refusal = await changeJob(deps, handling, order, rest);
  if (refusal === 'busy') return undefined;
  const released: ShopOrder = { ...next, lease: null };
  if (refusal === null) {
    return (await written(deps, held, released)) && { outcome: 'changed', orderId: order.id, message: null };
  }
  const names = Object.keys(rest).join(', ');
  const notes = `${handling.shop.name} changed ${names} of the order, which is under way. ${refusal}`;
  const flag = planFlag(
    {
      organizationId: order.organizationId,
      jobId: null,
      orderId: order.id,
      target: 'order',
      targetId: order.id,
      message: notes,
      isAutoResolved: false,
      raisedBy: `shop:${handling.shop.id}`,
      storeLocationIds: storesOfOrder(order),
      cause: message.id,
    },
    toInstant(deps.clock.now()),
  );
  const isFlagged = message.replays === 0;
  const done = await written(deps, held, released, isFlagged ? flag : []);
  return done && { outcome: 'refused', orderId: order.id, message: notes };
}

/** Sends the change to the order's job. Null = done; otherwise why not. */
async function changeJob(
  deps: TakeDeps,
  { caller }: Handling,
  order: Order,
  change: RowFields,
): Promise<string | null | 'busy'> {
  const { organizationId, jobId = '' } = order;
  const job = await readJob(deps.table, organizationId, jobId);
  const part = job?.configurations.find(({ value }) => value.orderId === order.id)?.value;
  if (!job || !part) return 'Its job no longer exists.';
  const { patch, left } = patchOf(change);
  if (left.length > 0) return `A job cannot take ${left.join(', ')} any more.`;
  const parsed = packagePatch.safeParse(patch);
  if (!parsed.success) {
    const issues = Object.entries(describeIssues(parsed.error.issues, patch, ''));
    return issues.map(([field, why]) => `${field}: ${why}`).join(' ');
  }
  const done = await updateJob(deps, caller, { id: jobId, configurationId: part.id }, parsed.data);
  if (!isRefusal(done)) return null;
  return isLostRace(done) ? 'busy' : done.message;
}

/** The change in the fields of a job, and the fields that have no place there. */
function patchOf(change: RowFields): { readonly patch: RowFields; readonly left: readonly string[] } {
  const rest: Record<string, unknown> = { ...change };
  const patch: Record<string, unknown> = {};
  for (const side of SIDES) {
    const { fields } = composeSide({ ...change, [`${side}Lat`]: null, [`${side}Lng`]: null }, side);
    const line = fields[`${side}Address`];
    if (typeof line !== 'string') continue;
    patch[`${side}Address`] = line;
    for (const name of Object.keys(rest)) {
      if (name.startsWith(`${side}Address`) || name === `${side}Lat` || name === `${side}Lng`)
        delete rest[name];
    }
  }
  const left: string[] = [];
  for (const [name, value] of Object.entries(rest)) {
    const sentAs = name in jobPackageFields ? name : sentAsOf(name);
    if (sentAs === undefined || value === null) left.push(name);
    else patch[sentAs] = value;
  }
  return { patch, left };
}

function sentAsOf(name: string): string | undefined {
  if (!Object.hasOwn(ORDER_FIELDS, name)) return undefined;
  const { job } = ORDER_FIELDS[name as OrderFieldName];
  return job?.on === 'package' ? (job.sentAs ?? undefined) : undefined;
}
