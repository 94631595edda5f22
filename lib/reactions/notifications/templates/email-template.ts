import * as z from 'zod';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

/**
 * Maximum number of characters of the HTML of a template: with its variables filled in it stays below the 400 kB of an
 * item.
 */
export const MAX_HTML = 100_000;

/** Maximum number of templates per organization, and of versions per template. */
export const MAX_TEMPLATES = 100;
export const MAX_VERSIONS = 200;

const content = {
  subject: z.string(),
  html: z.string(),
  /** Plain text; null = the message itself. */
  text: z.string().nullable(),
};

const schema = z.object({
  organizationId: z.string(),
  /** `etp_...` */
  id: z.string(),
  name: z.string(),
  /** The draft, which is not sent. */
  draft: z.object(content),
  /** Version that is sent; null = none was published. */
  publishedVersion: z.int().nullable(),
  /** Number of the last version. */
  latestVersion: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A template of e-mails. Every publication creates a version; the last one is sent (specification 9.3). */
export type EmailTemplate = z.infer<typeof schema>;

export const emailTemplateEntity = defineEntity<EmailTemplate, Pick<EmailTemplate, 'organizationId' | 'id'>>({
  name: 'emailTemplate',
  schema,
  partition: templatePartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'emailTemplatesByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id, name, publishedVersion, updatedAt }) => ({ id, name, publishedVersion, updatedAt }),
  },
});

const versionSchema = z.object({
  organizationId: z.string(),
  templateId: z.string(),
  version: z.int().min(1),
  ...content,
  /** Version whose content was published again; null = it was new. */
  restoredFrom: z.int().nullable(),
  publishedAt: z.string(),
  publishedBy: z.string(),
});

/** A version of a template. It never changes. */
export type EmailTemplateVersion = z.infer<typeof versionSchema>;

export const emailTemplateVersionEntity = defineEntity<
  EmailTemplateVersion,
  Pick<EmailTemplateVersion, 'organizationId' | 'templateId' | 'version'>
>({
  name: 'emailTemplateVersion',
  schema: versionSchema,
  partition: ({ organizationId, templateId }) => templatePartition({ organizationId, id: templateId }),
  sort: ({ version }) => ({ kind: 'log', parts: [String(version).padStart(6, '0')] }),
});

/** A template and its versions are stored together. */
export function templatePartition({
  organizationId,
  id,
}: Pick<EmailTemplate, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'emailTemplate', id };
}
