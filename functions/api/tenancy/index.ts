import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { type TenancyDeps, tenancyDeps } from '../../../lib/tenancy/index.ts';
import { createApiKey } from './create-api-key.ts';
import { getOrganization } from './get-organization.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listChildOrganizations } from './list-child-organizations.ts';
import { readAuditLog } from './read-audit-log.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { updateOrganization } from './update-organization.ts';

/** Organizations, their API keys and who changed what in them. */
export const tenancyArea = defineArea<TenancyDeps>({
  name: 'tenancy',
  endpoints: [
    getOrganization,
    updateOrganization,
    listChildOrganizations,
    readAuditLog,
    createApiKey,
    listApiKeys,
    rotateApiKey,
    revokeApiKey,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(tenancyArea, () => tenancyDeps(coreDeps()));
