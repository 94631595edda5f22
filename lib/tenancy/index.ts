export { type ApiKey, permissionsOf } from './api-key.ts';
export { createApiKey } from './create-api-key.ts';
export { createOrganization } from './create-organization.ts';
export { extendApiKey } from './extend-api-key.ts';
export { type Guesses, judgeKey } from './judge-key.ts';
export { listApiKeys } from './list-api-keys.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { rotateApiKey } from './rotate-api-key.ts';
export { type TenancyDeps, tenancyDeps } from './tenancy-deps.ts';
