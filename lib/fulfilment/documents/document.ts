import * as z from 'zod';
import { aggregateIdOf, partId } from '../../platform/core/ids.ts';
import { keptDays } from '../../platform/core/kept-days.ts';
import { defineEntity } from '../../platform/table/index.ts';
import { jobPartition } from '../jobs/index.ts';

/** What a document is (contract `DocumentType`). */
export const DOCUMENT_TYPES = [
  'shipping_label',
  'pickup_label',
  'manifest',
  'packing_slip_label',
  'proof_of_delivery',
  // Beyond the contract: files to which incident reports refer.
  'incident_file',
] as const;

/** Accepted types of files, with their first bytes. */
export const CONTENT_TYPES: Readonly<Record<string, readonly number[]>> = Object.freeze({
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'application/pdf': [0x25, 0x50, 0x44, 0x46],
});

/** Largest file. Bytes. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Documents of one delivery. */
export const MAX_DOCUMENTS = 20;

/** Tag of the files that the bucket deletes. */
export const DOCUMENT_TAGS = Object.freeze({ retention: 'documents' });

const DAY_SECONDS = 24 * 3600;

const documentSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `doc_`, the job's ULID, the delivery's place in the job and the number of the document. */
  id: z.string(),
  deliveryId: z.string(),
  orderId: z.string().nullable(),
  type: z.enum(DOCUMENT_TYPES),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** Key of the content that it shares with others, as those of a manifest; absent = a content of its own. */
  file: z.string().optional(),
  /** Under which it was announced, so that the same picture is one document, however often its announcement arrives. */
  key: z.string().optional(),
  /** `waiting` until its content was checked. */
  state: z.enum(['waiting', 'stored']),
  createdAt: z.string(),
});

/** A file about a delivery. Its content is in the bucket. */
export type Document = z.infer<typeof documentSchema>;

export const documentEntity = defineEntity<Document, Pick<Document, 'organizationId' | 'jobId' | 'id'>>({
  name: 'document',
  schema: documentSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ id }) => ({ kind: 'log', parts: [id] }),
  // After that, links and lists leave them out, and the bucket deletes their files.
  expiresAtSeconds: ({ createdAt }) =>
    Math.floor(Date.parse(createdAt) / 1000) + keptDays().documents * DAY_SECONDS,
});

/** Id of the `number`th document of a delivery. */
export function documentId(jobId: string, deliveryId: string, number: number): string {
  const place = deliveryId.slice(partId('dlv', jobId, '').length);
  return partId('doc', jobId, `${place}d${number}`);
}

/** The job behind a document's id; undefined when it is no such id. */
export function jobIdOfDocument(id: string): string | undefined {
  return aggregateIdOf('job', 'doc', id);
}

/** Key of the content below the organization's prefix. */
export function documentKey({ jobId, id, file }: Pick<Document, 'jobId' | 'id' | 'file'>): string {
  return file ?? `documents/${jobId}/${id}`;
}
