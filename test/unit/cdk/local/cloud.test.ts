import { type App, Duration, Stack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalCloud, startCloud } from '../../../../cdk/local/cloud.ts';
import { queuePart } from '../../../support/queue-part.ts';
import { synthesizeFixture } from '../../../support/synthesize-fixture.ts';
import { writeFunction } from '../../../support/write-function.ts';

const AUTHORIZER = `
let calls = 0;
export const handler = async (event) => {
  calls += 1;
  const [key] = event.identitySource;
  if (key === 'broken') throw new Error('no');
  return { isAuthorized: key === 'good', context: { organizationId: 'org_1', calls } };
};`;

const ORDERS = `
const send = async (queueUrl) => {
  const response = await fetch(process.env.AWS_ENDPOINT_URL, {
    method: 'POST',
    headers: {
      authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-target': 'AmazonSQS.SendMessage',
    },
    body: JSON.stringify({ QueueUrl: queueUrl, MessageBody: 'hello' }),
  });
  return { status: response.status, body: await response.json() };
};
export const handler = async (event, context) => {
  const what = event.pathParameters?.id;
  if (what === 'granted') return send(process.env.GRANTED);
  if (what === 'forbidden') return send(process.env.FORBIDDEN);
  if (what === 'environment') return { statusCode: 200, body: JSON.stringify(process.env) };
  if (what === 'slow') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (what === 'hungry') { const held = []; for (;;) held.push(new Array(1e6).fill(held.length)); }
  if (what === 'throws') throw new TypeError('broken');
  if (what === 'time') return { now: Date.now(), date: new Date().getTime(), text: new Date(Date()).getTime(), isDate: new Date() instanceof Date, left: context.getRemainingTimeInMillis() };
  return event;
};`;

/** The answer of the fixture's function, whichever of its jobs it did. */
interface Answer {
  readonly [name: string]: unknown;
  readonly headers: Record<string, string>;
  readonly requestContext: { readonly time: string; readonly authorizer: unknown };
  readonly body: { readonly message: string };
  readonly left: number;
}

let cloud: LocalCloud;
const sent: string[] = [];
const printed: string[] = [];

beforeAll(async () => {
  const assemblyDirectory = synthesizeFixture((app: App) => {
    const stack = new Stack(app, 'Fixture');
    const code = (source: string) => ({
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(writeFunction(source)),
    });
    const granted = new Queue(stack, 'Granted');
    const forbidden = new Queue(stack, 'Forbidden');
    const orders = new LambdaFunction(stack, 'Orders', {
      ...code(ORDERS),
      functionName: 'orders',
      timeout: Duration.seconds(1),
      memorySize: 128,
      environment: { GRANTED: granted.queueUrl, FORBIDDEN: forbidden.queueUrl },
    });
    granted.grantSendMessages(orders);
    const authorizer = new HttpLambdaAuthorizer('Keys', new LambdaFunction(stack, 'Keys', code(AUTHORIZER)), {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.seconds(60),
      identitySource: ['$request.header.Authorization'],
    });
    const api = new HttpApi(stack, 'Api');
    const integration = new HttpLambdaIntegration('Orders', orders);
    api.addRoutes({
      path: '/v1/order/{id}',
      methods: [HttpMethod.GET, HttpMethod.POST],
      integration,
      authorizer,
    });
    api.addRoutes({ path: '/v1/order/literal', methods: [HttpMethod.GET], integration });
    api.addRoutes({ path: '/files/{proxy+}', methods: [HttpMethod.ANY], integration });
    return stack;
  });
  cloud = await startCloud({
    assemblyDirectory,
    port: 0,
    parts: queuePart(sent),
    echo: (_, text) => printed.push(text),
  });
});

afterAll(() => cloud?.stop());

async function get(path: string, headers: Record<string, string> = { authorization: 'good' }) {
  const response = await fetch(cloud.baseUrl + path, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

describe('a request through the local cloud', () => {
  test('reaches the function as a payload 2.0 event with what the authorizer said', async () => {
    const response = await fetch(`${cloud.baseUrl}/v1/order/a%20b?x=1&x=2&y=%20`, {
      method: 'POST',
      headers: {
        authorization: 'good',
        'content-type': 'application/json',
        cookie: 'a=1; b=2',
        'X-Custom': 'V',
      },
      body: '{"k":1}',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    const event = (await response.json()) as Answer;
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /v1/order/{id}',
      rawPath: '/v1/order/a b',
      rawQueryString: 'x=1&x=2&y=%20',
      cookies: ['a=1', 'b=2'],
      headers: { 'x-custom': 'V', authorization: 'good', 'content-length': '7' },
      queryStringParameters: { x: '1,2', y: ' ' },
      pathParameters: { id: 'a b' },
      body: '{"k":1}',
      isBase64Encoded: false,
      requestContext: {
        authorizer: { lambda: { organizationId: 'org_1' } },
        http: { method: 'POST', path: '/v1/order/a b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
        routeKey: 'POST /v1/order/{id}',
        stage: '$default',
      },
    });
    expect(event.headers.cookie).toBeUndefined();
    expect(event.requestContext.time).toMatch(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  });

  test('is answered by the gateway when it may not go further', async () => {
    expect(await get('/v1/order/1', {})).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(await get('/v1/order/1', { authorization: 'bad' })).toMatchObject({
      status: 403,
      body: { message: 'Forbidden' },
    });
    expect(await get('/v1/order/1', { authorization: 'broken' })).toMatchObject({
      status: 500,
      body: { message: 'Internal Server Error' },
    });
    expect(await get('/v1/nothing')).toMatchObject({ status: 404, body: { message: 'Not Found' } });
    expect(await get('/v1/order/throws')).toMatchObject({
      status: 500,
      body: { message: 'Internal Server Error' },
    });
  });

  test('asks the authorizer once while its answer is kept', async () => {
    const first = await get('/v1/order/1');
    const second = await get('/v1/order/2');
    expect(second.body.requestContext.authorizer).toEqual(first.body.requestContext.authorizer);
  });

  test('goes to the literal route before the variable one and to {proxy+} with the rest of the path', async () => {
    expect((await get('/v1/order/literal', {})).body.routeKey).toBe('GET /v1/order/literal');
    expect((await get('/files/a/b', {})).body.pathParameters).toEqual({ proxy: 'a/b' });
  });
});

describe('a function', () => {
  test('may call what its role allows', async () => {
    expect((await get('/v1/order/granted')).body).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(1);
  });

  test('is refused what its role does not allow, in the words of AWS', async () => {
    const { body } = await get('/v1/order/forbidden');
    expect(body.status).toBe(400);
    expect(body.body.message).toMatch(
      /^User: arn:aws:sts::000000000000:assumed-role\/Fixture-OrdersServiceRole\w+\/\S+ is not authorized to perform: sqs:SendMessage on resource: arn:aws:sqs:us-east-1:000000000000:Fixture-Forbidden\w+ because no identity-based policy allows the sqs:SendMessage action$/,
    );
  });

  test('sees its own environment only', async () => {
    const { body } = await get('/v1/order/environment');
    expect(body).toMatchObject({ AWS_LAMBDA_FUNCTION_NAME: 'orders', AWS_ACCESS_KEY_ID: 'orders' });
    const own = Object.keys(body).filter((name) => !/^(_|AWS_|LANG$|TZ$|LOCAL_CLOUD$)/.test(name));
    expect(own.toSorted()).toEqual(['FORBIDDEN', 'GRANTED']);
  });

  test('is ended after its timeout, and starts anew', async () => {
    expect((await get('/v1/order/slow')).status).toBe(503);
    expect(printed.join('')).toContain('Task timed out after 1.00 seconds');
    expect((await get('/v1/order/1')).status).toBe(200);
  });

  test('is ended when it takes more than its memory, and starts anew', async () => {
    expect((await get('/v1/order/hungry')).status).toBe(503);
    expect(printed.join('')).toMatch(/Runtime.OutOfMemory|timed out/);
    expect((await get('/v1/order/1')).status).toBe(200);
  });

  test('has the time of the local clock', async () => {
    cloud.clock.advance(3_600_000);
    const { body } = await get('/v1/order/time');
    const expected = Date.now() + 3_600_000;
    for (const at of [body.now, body.date, body.text])
      expect(Math.abs(Number(at) - expected)).toBeLessThan(5_000);
    expect(body.isDate).toBe(true);
    expect(body.left).toBeLessThanOrEqual(1000);
  });
});
