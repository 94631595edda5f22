import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { type TenancyDeps, tenancyDeps } from '../../../lib/tenancy/index.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';

/** Organizations and their API keys. */
export const tenancyArea = defineArea<TenancyDeps>({
  name: 'tenancy',
  endpoints: [createApiKey, listApiKeys, rotateApiKey, revokeApiKey],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(tenancyArea, () => tenancyDeps(coreDeps()));
