import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { jobPartition } from './job.ts';
import { storedPackageSchema } from './package.ts';

const configurationSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `cfg_`, the job's ULID and `c<position>`. */
  id: z.string(),
  /** Place in stop order, from 1. */
  position: z.int().min(1),
  /** The order it carries; null for a job created without one. */
  orderId: z.string().nullable(),
  package: storedPackageSchema,
  /** Set when the job came from a route, which follows its deliveries. */
  isOnRoute: z.boolean().optional(),
  /** Set when its order came from a connected shop, which hears of its deliveries. */
  isFromShop: z.boolean().optional(),
  /** Set when this part of the job was cancelled. */
  canceledAt: z.string().nullable(),
  /** Set with it when its order was taken out of dispatch: the job does not list it any more. */
  isUndispatched: z.boolean().optional(),
  /** Key of the package's public tracking link; created with the job. */
  trackingKey: z.string().optional(),
  /** Set when the last attempt has failed and no other follows. */
  exhaustedAt: z.string().nullable(),
});

/** One package of a job with its locations. */
export type Configuration = z.infer<typeof configurationSchema>;

/** Configurations that a job lists: without those of undispatched orders, while others are left. */
export function listedConfigurations(all: readonly Configuration[]): readonly Configuration[] {
  const listed = all.filter(({ canceledAt, isUndispatched }) => !(isUndispatched && canceledAt !== null));
  return listed.length === 0 ? all : listed;
}

export const configurationEntity = defineEntity<
  Configuration,
  Pick<Configuration, 'organizationId' | 'jobId' | 'id' | 'position'>
>({
  name: 'configuration',
  schema: configurationSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ position, id }) => ({ kind: 'state', parts: [String(position).padStart(3, '0'), id] }),
});
