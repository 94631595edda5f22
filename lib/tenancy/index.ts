export { type ApiKey, permissionsOf } from './api-key.ts';
export { type ApiKeyWithSecret, createApiKey, type NewApiKey } from './create-api-key.ts';
export { createOrganization } from './create-organization.ts';
export { judgeKey } from './judge-key.ts';
export { listApiKeys } from './list-api-keys.ts';
export { type Organization, organizationEntity } from './organization.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { rotateApiKey } from './rotate-api-key.ts';
export { type TenancyDeps, tenancyDeps } from './tenancy-deps.ts';
