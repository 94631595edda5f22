import { LOCAL_REGION } from '../ports.ts';
import type { FunctionSettings } from './function-settings.ts';

/**
 * The whole environment of a function's worker: the template's variables and those that Lambda itself sets. Nothing
 * of the surrounding process gets in. The function's name is its access key id, and thereby its identity.
 *
 * `LOCAL_CLOUD` is the one variable that AWS does not set.
 */
export function functionVariables(
  settings: FunctionSettings,
  endpoint: string,
  logStreamName: string,
): Readonly<Record<string, string>> {
  return {
    ...settings.environment,
    _HANDLER: settings.handler,
    AWS_ACCESS_KEY_ID: settings.name,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_DEFAULT_REGION: LOCAL_REGION,
    AWS_REGION: LOCAL_REGION,
    AWS_ENDPOINT_URL: endpoint,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: settings.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: settings.logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
    LANG: 'en_US.UTF-8',
    LOCAL_CLOUD: 'true',
    TZ: ':UTC',
  };
}
