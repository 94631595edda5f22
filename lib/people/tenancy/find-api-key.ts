import type { Caller } from '../../platform/access/index.ts';
import { notFound } from '../../platform/core/common-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import { type ApiKey, apiKeyEntity } from './api-key.ts';
import { isVisibleTo } from './covers.ts';

/** A key of the caller's organization; the same 404 for unknown, foreign and out-of-limits keys. */
export async function findApiKey(
  deps: CoreDeps,
  caller: Caller,
  id: string,
): Promise<Stored<ApiKey> | Refusal> {
  const stored = await deps.table.get(apiKeyEntity, { organizationId: caller.organizationId, id });
  if (stored && isVisibleTo(caller, stored.value)) return stored;
  return notFound(`There is no API key "${id}".`, { id });
}
