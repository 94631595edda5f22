import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** What can be uploaded. */
export const uploadKind = z.enum(['orders']);

/** Largest file. Bytes. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** Rows of a file at most. */
export const MAX_UPLOADED_ROWS = 50_000;

/** Uploads are kept as long as their activities. Seconds. */
const LIFE_SECONDS = 90 * 24 * 3600;

const uploadSchema = z.object({
  organizationId: z.string(),
  /** `upl_...` */
  id: z.string(),
  kind: uploadKind,
  fileName: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** Limits of its creator, which also determine who sees it. */
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
  /** The import of the file, once it has started. */
  activityId: z.string().nullable(),
});

/** A file that somebody uploads. Its content is in the bucket. */
export type Upload = z.infer<typeof uploadSchema>;

export function uploadPartition({ organizationId, id }: Pick<Upload, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'upload', id };
}

export const uploadEntity = defineEntity<Upload, Pick<Upload, 'organizationId' | 'id'>>({
  name: 'upload',
  schema: uploadSchema,
  partition: uploadPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ createdAt }) => Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS,
});

/** Where the content is, below the organization's prefix. */
export function uploadKey(id: string): string {
  return `uploads/${id}.csv`;
}

const importedSchema = z.object({
  organizationId: z.string(),
  /** Digest of the content and of how its columns were read. */
  digest: z.string(),
  activityId: z.string(),
  /** When it was first imported. The ids of orders follow from it, so that a second import finds the same orders. */
  firstAt: z.string(),
});

/** Content that was imported: importing it again has no second effect. */
export const importedFileEntity = defineEntity<
  z.infer<typeof importedSchema>,
  { organizationId: string; digest: string }
>({
  name: 'importedFile',
  schema: importedSchema,
  partition: ({ organizationId, digest }) => ({ organizationId, type: 'importedFile', id: digest }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ firstAt }) => Math.floor(Date.parse(firstAt) / 1000) + LIFE_SECONDS,
});
