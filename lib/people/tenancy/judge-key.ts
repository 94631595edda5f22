import type { KeyGrant, KeyVerdict } from '../../platform/access/index.ts';
import { organizationEntity, synchronousGeneration } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { credentialEntity, grantOf } from './credential.ts';
import { hashSecret } from './secret.ts';

/** Most keys whose organization a function instance remembers. */
const REMEMBERED_KEYS = 1_000;

/** Hash of a secret to the organization of its last request: only a guess of what else to read. */
export type Guesses = Map<string, string>;

/**
 * Current rights of an API key, with the preferences of the request's organization. Two reads: in parallel if
 * the organization can be guessed, from `X-Org-Id` or from the key's last request.
 */
export async function judgeKey(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  secret: string,
  organizationHeader: string | undefined,
  guesses: Guesses,
): Promise<KeyVerdict> {
  const hash = hashSecret(secret);
  const guess = organizationHeader ?? guesses.get(hash);
  const [stored, guessed] = await Promise.all([
    deps.table.get(credentialEntity, { hash }),
    guess === undefined ? undefined : deps.table.get(organizationEntity, { id: guess }),
  ]);
  if (!stored) return { refusal: 'unknown' };
  const nowMs = deps.clock.now();
  const { retiredAt, expiresAt } = stored.value;
  if (retiredAt !== null && Date.parse(retiredAt) <= nowMs) return { refusal: 'revoked' };
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return { refusal: 'expired' };
  const grant = grantOf(stored.value);
  const organizationId = organizationHeader ?? soleOrganization(grant);
  if (organizationId === undefined || !grant.organizations.some(({ id }) => id === organizationId)) {
    return { grant };
  }
  if (guesses.size >= REMEMBERED_KEYS) guesses.clear();
  guesses.set(hash, organizationId);
  const organization =
    guess === organizationId ? guessed : await deps.table.get(organizationEntity, { id: organizationId });
  if (!organization) return { grant };
  const preferences = {
    organizationId,
    values: organization.value.preferences,
    synchronousWorkflows: synchronousGeneration(organization.value),
  };
  return { grant: { ...grant, preferences } };
}

function soleOrganization({ organizations }: KeyGrant): string | undefined {
  return organizations.length === 1 ? organizations[0]?.id : undefined;
}
