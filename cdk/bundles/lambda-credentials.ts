import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's default chain of credential providers in the bundles: inside Lambda, credentials come only from
 * the environment. Saves about 90 kB of sign-in clients per function.
 */
export const defaultProvider = () => fromEnv();
