import type { RoleCall } from '../../ports.ts';
import { isObject, type Json, type JsonObject, toJson } from '../language/json.ts';
import { StatesError } from '../language/states-error.ts';
import type { TaskPorts } from './integration.ts';

/**
 * Makes a call in the state machine's role. Errors have the names of Step Functions: `<prefix>.<Code>` for errors of
 * the service, `<prefix>.<generic>` for refused permission and outages, `<prefix>.SdkClientException` when no answer
 * came.
 */
export async function awsCall(
  ports: TaskPorts,
  call: Omit<RoleCall, 'roleArn' | 'body'> & { readonly body: JsonObject },
  errors: { readonly prefix: string; readonly generic: string },
): Promise<Json> {
  const reply = await ports.callAws({ ...call, roleArn: ports.roleArn }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new StatesError(`${errors.prefix}.SdkClientException`, message);
  });
  const body = toJson(reply.body);
  if (reply.status < 300) return body;
  const { code, message } = errorOf(body);
  const known = code !== '' && reply.status < 500 && !code.startsWith('AccessDenied');
  throw new StatesError(
    `${errors.prefix}.${known ? code : errors.generic}`,
    `${message} (Service: ${errors.prefix}, Status Code: ${reply.status}, Error Code: ${code})`,
  );
}

/** Code and message of an error of the AWS JSON protocols. */
export function errorOf(body: unknown): { readonly code: string; readonly message: string } {
  if (!isObject(body)) return { code: '', message: JSON.stringify(body ?? null) };
  const type = typeof body.__type === 'string' ? body.__type : '';
  const message = body.message ?? body.Message;
  return {
    code: type.slice(type.indexOf('#') + 1),
    message: typeof message === 'string' ? message : JSON.stringify(body),
  };
}
