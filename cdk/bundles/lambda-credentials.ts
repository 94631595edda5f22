import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for the SDK's default chain of credential providers in the bundles: inside Lambda credentials come from
 * the environment and from nowhere else. Saves about 90 kB of sign-in clients per function.
 */
export const defaultProvider = () => fromEnv();
