import * as z from 'zod';
import { type ApiKey, permissionsOf } from '../../../lib/people/tenancy/index.ts';
import { PERMISSIONS } from '../../../lib/platform/access/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';

/** Path parameter of an API key. */
export const keyParams = z.object({ id: z.string().meta({ description: 'Id of the API key, `key_...`.' }) });

const limit = (what: string) =>
  z
    .array(z.string())
    .nullable()
    .meta({ description: `${what} to which the key is limited; null = no limit.` });

/** A key in replies: everything but its secret. */
export const apiKeyReply = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().nullable().meta({
      description: 'How its present secret begins; null for a key that was made before this was kept.',
    }),
    permissions: z.array(z.enum(PERMISSIONS)),
    storeLocationIds: limit('Store locations'),
    driverGroupIds: limit('Driver groups'),
    organizationIds: z.array(z.string()).meta({ description: 'Organizations that the key can reach.' }),
    userId: z.string().nullable().meta({
      description:
        'User whose rights the key never exceeds: who created it or rotated it last. Null = no user, as for the first key of an organization and those created with it.',
    }),
    lastUsedAt: instantReply.nullable().meta({
      description:
        'A time at which the key was used, at most about an hour before its last use; null = not used within the last two years, or not since this is kept.',
    }),
    expiresAt: instantReply.nullable().meta({ description: 'Expiry of the key; null = never.' }),
    version: z.int().meta({ description: 'Version; every rotation increases it.' }),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'ApiKey' });

/** The key in the form of the reply schema. */
export function toReply(
  key: ApiKey,
  version: number,
  lastUsedAt: string | undefined,
): z.input<typeof apiKeyReply> {
  const { id, name, storeLocationIds, driverGroupIds, organizations, expiresAt, createdAt, updatedAt } = key;
  return {
    id,
    name,
    prefix: key.prefix ?? null,
    permissions: [...permissionsOf(key)],
    storeLocationIds,
    driverGroupIds,
    organizationIds: organizations.map((organization) => organization.id),
    userId: key.principal?.type === 'user' ? key.principal.userId : null,
    lastUsedAt: lastUsedAt ?? null,
    expiresAt,
    version,
    createdAt,
    updatedAt,
  };
}

/** A key for the documentation. */
export const apiKeyExample = {
  id: 'key_01JCXM5W3QZ8R1V7N2K4T6B9DE',
  name: 'Checkout of the web shop',
  prefix: 'dos_Gj3kX',
  permissions: ['READ_ORDER', 'WRITE_ORDER'],
  storeLocationIds: null,
  driverGroupIds: null,
  organizationIds: ['org_01JCXM5W3QAB12CD34EF56GH78'],
  userId: 'usr_01JCXM5W3QZ8R1V7N2K4T6B9DE',
  lastUsedAt: '2026-03-07T16:02:40.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

/** A secret for the documentation. */
export const secretExample = 'dos_EXAMPLE-ONLY-not-a-key-000000000000000000000';
