import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AwsEndpoint, OPERATOR_ACCESS_KEY } from '../../../../../cdk/local/aws-endpoint/answer-aws-calls.ts';
import { type Listening, listen } from '../../../../../cdk/local/aws-endpoint/listen.ts';
import type { AwsCall } from '../../../../../cdk/local/ports.ts';

let front: Listening;
const calls: AwsCall[] = [];

beforeEach(async () => {
  calls.length = 0;
  const endpoint = new AwsEndpoint({
    permissions: {
      refusal: (principal, { action }) =>
        'role' in principal && principal.role === 'good' && action === 'states:StartExecution'
          ? undefined
          : `no ${action}`,
    },
    roleOf: (key) => ({ function1: 'good', function2: 'bad' })[key],
  });
  const service = {
    needs: (call: AwsCall) => [{ action: `${call.service}:${call.action}`, resource: '*' }],
    handle: async (call: AwsCall) => {
      calls.push(call);
      return { status: 200, body: '{"done":true}' };
    },
    denied: (message: string) => ({
      status: 400,
      body: JSON.stringify({ __type: 'AccessDeniedException', message }),
    }),
    idle: async () => true,
    stop: async () => undefined,
  };
  endpoint.add({ ...service, name: 'states' });
  endpoint.add({
    ...service,
    name: 'scheduler',
    actionOf: (method, path) =>
      method === 'POST' && path.startsWith('/schedules/') ? 'CreateSchedule' : undefined,
  });
  front = await listen(0, (request, response) => void endpoint.listener(request, response));
});
afterEach(() => front.close());

async function send(
  key: string | undefined,
  service: string,
  { target, path = '/' }: { target?: string; path?: string },
) {
  const response = await fetch(front.url + path, {
    method: 'POST',
    headers: {
      ...(key !== undefined && {
        authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      }),
      ...(target !== undefined && { 'x-amz-target': target }),
    },
    body: '{}',
  });
  return {
    status: response.status,
    type: response.headers.get('x-amzn-errortype'),
    body: await response.json(),
  };
}

describe('a call', () => {
  test('reaches its service with the action of its target', async () => {
    expect(await send('function1', 'states', { target: 'AWSStepFunctions.StartExecution' })).toMatchObject({
      status: 200,
      body: { done: true },
    });
    expect(calls[0]).toMatchObject({ service: 'states', action: 'StartExecution', accessKeyId: 'function1' });
  });

  test('is refused in the words of its service when the role does not allow it', async () => {
    const refused = await send('function2', 'states', { target: 'AWSStepFunctions.StartExecution' });
    expect(refused).toMatchObject({
      status: 400,
      body: { __type: 'AccessDeniedException', message: 'no states:StartExecution' },
    });
    expect(calls).toEqual([]);
  });

  test('of the operator is allowed, with the action of its path', async () => {
    await send(OPERATOR_ACCESS_KEY, 'scheduler', { path: '/schedules/x?groupName=g' });
    expect(calls[0]).toMatchObject({ action: 'CreateSchedule', path: '/schedules/x' });
    expect(calls[0]?.query.get('groupName')).toBe('g');
  });

  test.each([
    [undefined, 'states', {}, 403, 'MissingAuthenticationTokenException'],
    ['stranger', 'states', { target: 'AWSStepFunctions.StartExecution' }, 403, 'UnrecognizedClientException'],
    ['function1', 'scheduler', { path: '/elsewhere' }, 400, 'UnknownOperationException'],
    ['function1', 'ec2', { target: 'Ec2.RunInstances' }, 400, 'UnknownOperationException'],
  ])('by %s to %s %j is answered %i %s', async (key, service, what, status, type) => {
    expect(await send(key, service, what)).toMatchObject({ status, type });
  });
});
