import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../ports.ts';
import { isObject, type Json, toJson } from '../language/json.ts';
import { DefinitionError, StatesError } from '../language/states-error.ts';
import { type Integration, refuseOtherParameters, type TaskPorts } from './integration.ts';

/** `arn:aws:states:::lambda:invoke`: the answer is wrapped with its status. */
export const lambdaInvoke = Object.freeze<Integration>({
  check(parameters) {
    refuseOtherParameters(parameters, ['FunctionName', 'Payload', 'InvocationType']);
    const type = parameters.InvocationType ?? 'RequestResponse';
    if (type !== 'RequestResponse' || 'InvocationType.$' in parameters) {
      throw new DefinitionError('Parameters.InvocationType other than RequestResponse is not supported here');
    }
    if (!('FunctionName' in parameters) && !('FunctionName.$' in parameters)) {
      throw new DefinitionError('Parameters.FunctionName is missing');
    }
  },
  async call(ports, parameters) {
    const name = isObject(parameters) ? parameters.FunctionName : undefined;
    if (typeof name !== 'string' || !isObject(parameters)) {
      throw new StatesError('States.Runtime', 'FunctionName must be a string');
    }
    const payload = await invoke(ports, name, parameters.Payload ?? {});
    return { ExecutedVersion: '$LATEST', Payload: payload, StatusCode: 200 };
  },
});

/** A function's own ARN as resource: input and answer are passed unchanged. */
export const lambdaFunction = Object.freeze<Integration>({
  check() {},
  call: (ports, parameters, resource) => invoke(ports, resource, parameters),
});

async function invoke(ports: TaskPorts, nameOrArn: string, payload: Json): Promise<Json> {
  const resource = functionArn(nameOrArn);
  if (!ports.authorize(ports.roleArn, { action: 'lambda:InvokeFunction', resource })) {
    throw new StatesError(
      'Lambda.AWSLambdaException',
      `User: ${ports.roleArn} is not authorized to perform: lambda:InvokeFunction on resource: ${resource} because no identity-based policy allows the lambda:InvokeFunction action`,
    );
  }
  const result = await ports.functions
    .invoke(nameOrArn, payload, { role: ports.roleArn })
    .catch((error: unknown) => {
      throw new StatesError(
        'Lambda.SdkClientException',
        error instanceof Error ? error.message : String(error),
      );
    });
  if (result.ok) return toJson(result.payload);
  const { errorType, errorMessage, trace } = result;
  throw new StatesError(errorType, JSON.stringify({ errorMessage, errorType, trace }));
}

/** A function's ARN from its ARN, partial ARN or name, without version or alias. */
function functionArn(nameOrArn: string): string {
  const name = /(?:function:)?([\w-]+)(?::[\w$-]+)?$/.exec(nameOrArn)?.[1] ?? nameOrArn;
  return `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${name}`;
}
