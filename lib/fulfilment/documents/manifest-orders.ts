import { type Order, orderEntity, readOrder } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { digest } from '../../platform/core/ids.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { localTimeOf } from '../../platform/core/zoned-time.ts';
import { preferencesOf } from '../../platform/organization/index.ts';
import { create } from '../../platform/table/index.ts';
import {
  advancedTask,
  type Configuration,
  type Delivery,
  deliveryManifested,
  deliveryOf,
  isTerminal,
  type JobAggregate,
  jobPartition,
  type Location,
  listJobs,
  maySeeJob,
  readJob,
  wasPickedUp,
} from '../jobs/index.ts';
import { DOCUMENT_TAGS, type Document, documentEntity, documentId, MAX_DOCUMENTS } from './document.ts';
import { type DocumentDeps, documentsOfJob, onDelivery } from './documents.ts';
import { drawManifest, type ManifestContent } from './draw-manifest.ts';
import { notToManifest, tooManyDocuments, unknownManifestOrders } from './refusals.ts';

/** Most orders of one call. */
export const MAX_MANIFESTED = 200;

/** Orders that are read, and deliveries that are written, in parallel. */
const WIDTH = 10;

/** How far back orders are searched that nobody named. */
const SEARCHED_MS = 7 * 86_400_000;

/** What is to be manifested: the orders by id or external id, or those that wait at providers. */
export interface ManifestRequest {
  readonly orderIds: readonly string[];
  readonly externalOrderIds: readonly string[];
  /** Only what these carry; none = all providers. */
  readonly providerIds: readonly string[];
}

/** The packages that one provider takes over, with the document that lists them. */
export interface Manifest {
  readonly providerId: string;
  readonly orderIds: readonly string[];
  readonly document: Document;
}

/** On whose behalf orders are manifested. */
export type ManifestActor = Parameters<typeof listJobs>[1];

/** A package of an order, with the delivery that carries it. */
interface Carried {
  readonly orderId: string;
  readonly configuration: Configuration;
  readonly delivery: Delivery;
}

/**
 * Writes a manifest for each provider: a PDF of the packages that it takes over, which becomes a document of each of
 * their deliveries. Unknown orders, and such that nobody carries, refuse the call before anything is written. Without
 * orders, those are taken that wait for these providers and are in no manifest yet. The same packages again give the
 * same manifest.
 */
export async function manifestOrders(
  deps: DocumentDeps,
  actor: ManifestActor,
  request: ManifestRequest,
): Promise<readonly Manifest[] | Refusal> {
  const named = [...request.orderIds, ...request.externalOrderIds];
  const found =
    named.length > 0
      ? await carriedOrders(deps, actor, named)
      : await waitingOrders(deps, actor, request.providerIds);
  if (isRefusal(found)) return found;
  const { providerIds } = request;
  const wanted = found.filter(
    ({ delivery }) => providerIds.length === 0 || providerIds.includes(delivery.providerId),
  );
  const manifests: Manifest[] = [];
  for (const [providerId, packages] of Map.groupBy(wanted, ({ delivery }) => delivery.providerId)) {
    const document = await writeManifest(deps, actor.organizationId, packages);
    if (isRefusal(document)) return document;
    manifests.push({ providerId, orderIds: packages.map(({ orderId }) => orderId), document });
  }
  return manifests;
}

async function carriedOrders(
  deps: DocumentDeps,
  actor: ManifestActor,
  ids: readonly string[],
): Promise<readonly Carried[] | Refusal> {
  const found = await mapConcurrently(ids, WIDTH, (id) => readOrder(deps.table, actor, id));
  const unknownIds = ids.filter((_, index) => {
    const one = found[index];
    return one !== undefined && isRefusal(one) && one.kind.code === 'ORDER_NOT_FOUND';
  });
  if (unknownIds.length > 0) {
    const message = `There are no orders ${unknownIds.slice(0, 10).join(', ')}. Nothing was written.`;
    return unknownManifestOrders(message, { unknownIds });
  }
  const orders = new Map<string, Order>();
  for (const one of found) {
    if (isRefusal(one)) return one;
    orders.set(one.stored.value.id, one.stored.value);
  }
  const all = await mapConcurrently([...orders.values()], WIDTH, async (order) => {
    const { jobId } = order;
    const job = jobId === undefined ? undefined : await readJob(deps.table, actor.organizationId, jobId);
    return job && maySeeJob(actor, job)
      ? carriedBy(job).find(({ orderId }) => orderId === order.id)
      : undefined;
  });
  const idle = [...orders.keys()].filter((_, index) => !all[index]);
  if (idle.length > 0) {
    const message = `No provider carries ${idle.slice(0, 10).join(', ')} at present. Dispatch them first, or leave them out. Nothing was written.`;
    return notToManifest(message, { orderIds: idle });
  }
  return all.flatMap((one) => one ?? []);
}

/** The packages of a job that a provider has and has not delivered yet. */
function carriedBy(job: JobAggregate): readonly Carried[] {
  return job.configurations.flatMap(({ value: configuration }) => {
    const delivery = deliveryOf(job, advancedTask(job, configuration.id));
    const { orderId, canceledAt } = configuration;
    const isCarried = delivery && canceledAt === null && !isTerminal(delivery.status);
    return isCarried && orderId !== null ? [{ orderId, configuration, delivery }] : [];
  });
}

/** Orders that wait for these providers and are in no manifest yet, at most `MAX_MANIFESTED`. */
async function waitingOrders(
  deps: DocumentDeps,
  actor: ManifestActor,
  providerIds: readonly string[],
): Promise<readonly Carried[]> {
  const startDate = toInstant(deps.clock.now() - SEARCHED_MS);
  const isWaiting = ({ delivery }: Carried) =>
    providerIds.includes(delivery.providerId) &&
    !wasPickedUp(delivery) &&
    !delivery.documents.some(({ type }) => type === 'manifest');
  const waiting: Carried[] = [];
  for (let offset = 0; ; offset += MAX_MANIFESTED) {
    const { rows } = await listJobs(deps, actor, {
      filters: { startDate },
      sortBy: 'created_at',
      sortDirection: 'ASC',
      limit: MAX_MANIFESTED,
      offset,
    });
    const active = rows.filter(({ isActive }) => isActive);
    const read = ({ id }: { readonly id: string }) => readJob(deps.table, actor.organizationId, id);
    const jobs = await mapConcurrently(active, WIDTH, read);
    waiting.push(...jobs.flatMap((job) => (job ? carriedBy(job) : [])).filter(isWaiting));
    const isLast = rows.length < MAX_MANIFESTED || waiting.length >= MAX_MANIFESTED;
    if (isLast) return waiting.slice(0, MAX_MANIFESTED);
  }
}

async function writeManifest(
  deps: DocumentDeps,
  organizationId: string,
  packages: readonly Carried[],
): Promise<Document | Refusal> {
  const ids = packages.map(({ delivery }) => delivery.id);
  const file = `manifests/${digest(organizationId, ...ids.toSorted())}`;
  const stored = await deps.bucket.head(organizationId, file);
  let sizeBytes = stored?.sizeBytes;
  if (sizeBytes === undefined) {
    const content = await drawManifest(await contentOf(deps, organizationId, packages), deps.clock.now());
    sizeBytes = content.length;
    await deps.bucket.put(organizationId, file, content, 'application/pdf', DOCUMENT_TAGS);
  }
  const size = sizeBytes;
  const written = await mapConcurrently(packages, WIDTH, (one) => addToDelivery(deps, one, file, size));
  const [first] = written;
  return written.find((one) => isRefusal(one)) ?? (first as Document | Refusal);
}

async function contentOf(
  { table, clock }: DocumentDeps,
  organizationId: string,
  packages: readonly Carried[],
): Promise<ManifestContent> {
  const { timeZone } = await preferencesOf({ table, organizationId });
  const local = localTimeOf(toInstant(clock.now()), timeZone);
  const orders = await table.getMany(
    orderEntity,
    packages.map(({ orderId: id }) => ({ organizationId, id })),
  );
  return {
    providerName: packages[0]?.delivery.providerName ?? '',
    writtenAt: `${local.slice(0, 16).replace('T', ' ')} (${timeZone})`,
    packages: packages.map(({ orderId, configuration, delivery }, index) => {
      const { pickupLocation, dropoffLocation, itemsCount } = configuration.package;
      return {
        reference: orders[index]?.value.externalId ?? orderId,
        trackingReference: delivery.externalDeliveryId ?? delivery.providerDeliveryId ?? delivery.id,
        from: placeOf(pickupLocation),
        to: placeOf(dropoffLocation),
        items: String(itemsCount ?? 1),
      };
    }),
  };
}

function placeOf({ businessName, firstName, lastName, formattedAddress }: Location): string {
  const person = [firstName, lastName].filter(Boolean).join(' ');
  return [businessName ?? person, formattedAddress].filter(Boolean).join(', ');
}

/** Lists the manifest among the documents of a delivery, once. */
function addToDelivery(
  deps: DocumentDeps,
  { delivery, orderId }: Carried,
  file: string,
  sizeBytes: number,
): Promise<Document | Refusal> {
  const { organizationId, jobId, id: deliveryId, taskId } = delivery;
  return commit(deps, { what: 'delivery', id: deliveryId }, async () => {
    const all = (await documentsOfJob(deps, organizationId, jobId)).map(({ value }) => value);
    const own = all.filter((one) => one.deliveryId === deliveryId);
    const known = own.find((one) => one.file === file);
    if (known) return known;
    if (own.length >= MAX_DOCUMENTS) {
      const message = `Delivery ${deliveryId} already has ${MAX_DOCUMENTS} documents, which is the maximum.`;
      return tooManyDocuments(message, { limit: MAX_DOCUMENTS });
    }
    const document: Document = {
      ...{ organizationId, jobId, deliveryId, file, sizeBytes },
      id: documentId(jobId, deliveryId, own.length + 1),
      orderId,
      type: 'manifest',
      contentType: 'application/pdf',
      state: 'stored',
      createdAt: toInstant(deps.clock.now()),
    };
    const written = await deps.table.write([
      create(documentEntity, document),
      ...(await onDelivery(deps, document)),
      deliveryManifested.record({
        aggregate: jobPartition(organizationId, jobId),
        cause: document.id,
        occurredAt: document.createdAt,
        data: { jobId, taskId, deliveryId, historyLength: delivery.statusHistory.length },
      }),
    ]);
    return written.ok && document;
  });
}
