export { createSecretsManager } from './create-secrets-manager.ts';
