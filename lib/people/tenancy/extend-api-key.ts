import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import { notFound } from '../../platform/core/common-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { organizationEntity } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace } from '../../platform/table/index.ts';
import { type ApiKey, apiKeyEntity } from './api-key.ts';
import { credentialEntity } from './credential.ts';
import { readCredentials } from './read-credentials.ts';

/**
 * Lets a key reach one more organization. For operators of the service, not for callers: a caller can only
 * pass on what its own key can reach, so the first key over several organizations is created here. A key with
 * a user behind it works only in organizations of which the user is a member.
 */
export async function extendApiKey(
  deps: CoreDeps,
  request: { readonly organizationId: string; readonly keyId: string; readonly toOrganizationId: string },
): Promise<ApiKey | Refusal> {
  const { organizationId, keyId, toOrganizationId } = request;
  const stored = await deps.table.get(apiKeyEntity, { organizationId, id: keyId });
  if (!stored) return notFound(`There is no API key "${keyId}".`, { id: keyId });
  const target = await deps.table.get(organizationEntity, { id: toOrganizationId });
  if (!target) return notFound(`There is no organization "${toOrganizationId}".`, { id: toOrganizationId });
  const { id, listShards } = target.value;
  if (stored.value.organizations.some((known) => known.id === id)) return stored.value;
  const organizations = [...stored.value.organizations, { id, listShards }];
  const apiKey = { ...stored.value, organizations, updatedAt: toInstant(deps.clock.now()) };
  const credentials = await readCredentials(deps, stored.value);
  const written = await deps.table.write([
    replace(apiKeyEntity, stored, apiKey),
    ...credentials.map((credential) =>
      replace(credentialEntity, credential, { ...credential.value, organizations }),
    ),
  ]);
  return written.ok ? apiKey : lostRace({ what: 'API key', id: keyId });
}
