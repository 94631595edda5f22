import { readOrder } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { documentUrl } from '../../platform/core/links.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { create, type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { deliveryEntity, jobIdOf, jobPartition, maySeeJob, readJob } from '../jobs/index.ts';
import {
  CONTENT_TYPES,
  type Document,
  documentEntity,
  documentId,
  documentKey,
  jobIdOfDocument,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
} from './document.ts';
import { contentUnfit, documentNotFound, tooManyDocuments } from './refusals.ts';

export interface DocumentDeps extends CoreDeps {
  readonly bucket: Bucket;
}

/** On whose behalf documents are read or created. */
export interface DocumentActor {
  readonly organizationId: string;
  readonly storeLocationIds: readonly string[] | null;
  /** Routes to which the caller is limited by its driver groups; null or absent = no limit. */
  readonly routeIds?: readonly string[] | null | undefined;
}

/** More than a job's deliveries can have together in one list. */
const MAX_OF_A_JOB = 2_000;

/** Contents of one list, in bytes; a reply has at most 6 MB, in base64. */
const MAX_DATA_BYTES = 4 * 1024 * 1024;

/** Announces a document of a delivery; its content is then uploaded to the link. Announced again under its key, it is the same. */
export async function announceDocument(
  deps: DocumentDeps,
  actor: DocumentActor,
  deliveryId: string,
  file: Pick<Document, 'type' | 'contentType' | 'sizeBytes' | 'key'>,
): Promise<Document | Refusal> {
  const { organizationId } = actor;
  const unknown = documentNotFound(`There is no delivery "${deliveryId}".`, { deliveryId });
  const jobId = jobIdOf(deliveryId);
  const job = jobId === undefined ? undefined : await readJob(deps.table, organizationId, jobId);
  const delivery = job?.deliveries.find(({ value }) => value.id === deliveryId)?.value;
  if (!job || jobId === undefined || !delivery || !maySeeJob(actor, job)) return unknown;
  const configuration = job.configurations.find(({ value }) => value.id === delivery.configurationId);
  return commit(deps, { what: 'delivery', id: deliveryId }, async () => {
    const present = (await documentsOfJob(deps, organizationId, jobId)).filter(
      ({ value }) => value.deliveryId === deliveryId,
    );
    const known = present.find(({ value }) => file.key !== undefined && value.key === file.key)?.value;
    if (known) return known;
    const number = present.length;
    if (number >= MAX_DOCUMENTS) {
      return tooManyDocuments(
        `Delivery ${deliveryId} already has ${MAX_DOCUMENTS} documents, which is the maximum.`,
        {
          limit: MAX_DOCUMENTS,
        },
      );
    }
    const document: Document = {
      organizationId,
      jobId,
      id: documentId(jobId, deliveryId, number + 1),
      deliveryId,
      orderId: configuration?.value.orderId ?? null,
      ...file,
      state: 'waiting',
      createdAt: toInstant(deps.clock.now()),
    };
    if ((await deps.table.write([create(documentEntity, document)])).ok) return document;
  });
}

/** Checks the upload and makes the document visible. Repeating it is harmless. */
export async function completeDocument(
  deps: DocumentDeps,
  actor: DocumentActor,
  id: string,
): Promise<Document | Refusal> {
  return commit(deps, { what: 'document', id }, () => tryToComplete(deps, actor, id));
}

async function tryToComplete(
  deps: DocumentDeps,
  actor: DocumentActor,
  id: string,
): Promise<Document | Refusal | false> {
  const stored = await findDocument(deps, actor, id);
  if (isRefusal(stored) || stored.value.state === 'stored') return isRefusal(stored) ? stored : stored.value;
  const { value: document } = stored;
  const content = await deps.bucket.get(document.organizationId, documentKey(document));
  if (!content) return contentUnfit(`No file was uploaded for ${id}. Upload it to the link first.`, { id });
  const begins = CONTENT_TYPES[document.contentType] ?? [];
  const isOfType = begins.every((byte, index) => content[index] === byte);
  if (!isOfType || content.length !== document.sizeBytes || content.length > MAX_DOCUMENT_BYTES) {
    await deps.bucket.remove(document.organizationId, documentKey(document));
    return contentUnfit(
      `The upload for ${id} is not a ${document.contentType} of ${document.sizeBytes} bytes. Upload it again.`,
      { id, contentType: document.contentType, sizeBytes: document.sizeBytes },
    );
  }
  const next: Document = { ...document, state: 'stored' };
  const listed = await onDelivery(deps, next);
  return (await deps.table.write([replace(documentEntity, stored, next), ...listed])).ok && next;
}

/** The write that lists a document on its delivery, where jobs and webhooks show it. */
export async function onDelivery(
  { table }: Pick<CoreDeps, 'table'>,
  { organizationId, jobId, deliveryId, id, createdAt, type, contentType }: Document,
): Promise<readonly Operation[]> {
  const job = await readJob(table, organizationId, jobId);
  const delivery = job?.deliveries.find(({ value }) => value.id === deliveryId);
  if (!delivery || delivery.value.documents.some((one) => one.id === id)) return [];
  const shown = {
    id,
    createdAt,
    type,
    contentType,
    url: documentUrl(id),
    data: null,
    documentMetadata: null,
  };
  const documents = [...delivery.value.documents, shown];
  return [replace(deliveryEntity, delivery, { ...delivery.value, documents })];
}

/** A document that the actor may see. 2 calls. */
export async function findDocument(
  { table }: Pick<CoreDeps, 'table'>,
  actor: DocumentActor,
  id: string,
): Promise<Stored<Document> | Refusal> {
  const { organizationId } = actor;
  const unknown = documentNotFound(`There is no document "${id}".`, { id });
  const jobId = jobIdOfDocument(id);
  if (jobId === undefined) return unknown;
  const [stored, job] = await Promise.all([
    table.get(documentEntity, { organizationId, jobId, id }),
    readJob(table, organizationId, jobId),
  ]);
  return stored && job && maySeeJob(actor, job) ? stored : unknown;
}

/** The documents of an order's deliveries, oldest first, with their contents as long as there is room. */
export async function documentsOfOrder(
  deps: DocumentDeps,
  actor: DocumentActor,
  orderId: string,
  withData: boolean,
): Promise<readonly { readonly document: Document; readonly data: string | null }[] | Refusal> {
  const found = await readOrder(deps.table, actor, orderId);
  if (isRefusal(found)) return found;
  const { id, jobId, organizationId } = found.stored.value;
  const all = jobId === undefined ? [] : await documentsOfJob(deps, organizationId, jobId);
  const shown = all
    .map(({ value }) => value)
    .filter((document) => document.orderId === id && document.state === 'stored');
  let room = MAX_DATA_BYTES;
  const rows: { document: Document; data: string | null }[] = [];
  for (const document of shown) {
    const fits = withData && document.sizeBytes <= room;
    const content = fits ? await deps.bucket.get(organizationId, documentKey(document)) : undefined;
    room -= content?.length ?? 0;
    rows.push({ document, data: content ? Buffer.from(content).toString('base64') : null });
  }
  return rows;
}

/** The documents of a job's deliveries, oldest first. */
export function documentsOfJob({ table }: Pick<CoreDeps, 'table'>, organizationId: string, jobId: string) {
  return table.readLog(documentEntity, jobPartition(organizationId, jobId), { limit: MAX_OF_A_JOB });
}
