export { createSecretsManager, type SecretsManagerContext } from './create-secrets-manager.ts';
