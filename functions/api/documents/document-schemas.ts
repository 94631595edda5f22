import * as z from 'zod';
import {
  CONTENT_TYPES,
  DOCUMENT_TAGS,
  DOCUMENT_TYPES,
  type Document,
  type DocumentDeps,
  documentKey,
  MAX_DOCUMENT_BYTES,
} from '../../../lib/fulfilment/documents/index.ts';

/** A file as it is announced. */
export const announcedFile = z.object({
  type: z.enum(DOCUMENT_TYPES).meta({ description: 'Kind of document.' }),
  contentType: z
    .enum(Object.keys(CONTENT_TYPES) as [string, ...string[]])
    .meta({ description: 'Media type of the file.' }),
  sizeBytes: z.int().min(1).max(MAX_DOCUMENT_BYTES).meta({ description: 'Size of the file in bytes.' }),
});

/** How an announced file is uploaded. */
export const uploadReply = z.object({
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: z.string(),
});

/** The request that uploads the file of a document. */
export function uploadOf(
  { bucket }: Pick<DocumentDeps, 'bucket'>,
  document: Document,
): z.infer<typeof uploadReply> {
  const link = bucket.uploadLink(document.organizationId, documentKey(document), {
    ...document,
    tags: DOCUMENT_TAGS,
  });
  return { method: 'PUT', ...link, headers: { ...link.headers } };
}
