import * as z from 'zod';
import { digest } from '../../platform/core/ids.ts';
import { defineEntity } from '../../platform/table/index.ts';

const packageClaimSchema = z.object({
  organizationId: z.string(),
  externalIdentifier: z.string(),
  /** The order that owns the identifier, or the job when it was created without an order. */
  ownerId: z.string(),
  /** The latest job and configuration that carry the package. */
  jobId: z.string(),
  configurationId: z.string(),
});

/**
 * Owner of a package's external identifier, which is unique among the active packages of the organization.
 * Re-creating the package for the same owner moves the claim to the new job; another owner's package is
 * refused with RESOURCE_ALREADY_EXISTS until the owner no longer needs it
 * (lib/fulfilment/dispatch/claims/claim-package.ts).
 */
export type PackageClaim = z.infer<typeof packageClaimSchema>;

export const packageClaimEntity = defineEntity<
  PackageClaim,
  Pick<PackageClaim, 'organizationId' | 'externalIdentifier'>
>({
  name: 'packageClaim',
  schema: packageClaimSchema,
  partition: ({ organizationId, externalIdentifier }) => ({
    organizationId,
    type: 'packageClaim',
    id: digest(externalIdentifier),
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

const jobIdentifierSchema = z.object({
  organizationId: z.string(),
  externalIdentifier: z.string(),
  /** The newest job that carries it. */
  jobId: z.string(),
});

/** From a job's external identifier to the newest job that has it, the only one that may be active. */
export type JobIdentifier = z.infer<typeof jobIdentifierSchema>;

export const jobIdentifierEntity = defineEntity<
  JobIdentifier,
  Pick<JobIdentifier, 'organizationId' | 'externalIdentifier'>
>({
  name: 'jobIdentifier',
  schema: jobIdentifierSchema,
  partition: ({ organizationId, externalIdentifier }) => ({
    organizationId,
    type: 'jobIdentifier',
    id: digest(externalIdentifier),
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});
