import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Answers of AWS services that do not matter to a test, by `X-Amz-Target`. */
const ANSWERS: Readonly<Record<string, object>> = {
  'secretsmanager.GetSecretValue': {
    Name: 'stub',
    SecretString: 'c3R1YnN0dWJzdHVic3R1YnN0dWJzdHVic3R1YnN0dWI=',
  },
  'secretsmanager.CreateSecret': { Name: 'stub' },
  'secretsmanager.PutSecretValue': { Name: 'stub' },
  'secretsmanager.DeleteSecret': { Name: 'stub' },
  'AWSStepFunctions.StartExecution': {
    executionArn: 'arn:aws:states:us-east-1:000000000000:execution:m:e',
    startDate: 0,
  },
  'AWSStepFunctions.StopExecution': { stopDate: 0 },
  'AmazonSQS.ChangeMessageVisibility': {},
};

/** The SQS client compares the digest of what it sent. */
function answerTo(target: string, body: string): object | undefined {
  if (target !== 'AmazonSQS.SendMessage') return ANSWERS[target];
  const digest = createHash('md5').update(JSON.parse(body).MessageBody).digest('hex');
  return { MessageId: 'stub', MD5OfMessageBody: digest };
}

/**
 * A server that keeps objects, accepts the calls that it knows and answers 400 to all others. `received` contains the bodies of all
 * calls.
 */
export async function startAwsStub(): Promise<{
  readonly endpoint: string;
  readonly received: readonly string[];
  stop(): Promise<void>;
}> {
  const received: string[] = [];
  const objects = new Map<string, string>();
  // The loading of code can block this process for longer than connections are kept: one that is used again must be open.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await text(request);
    received.push(body);
    const answer = answerTo(String(request.headers['x-amz-target']), body);
    if (request.headers['x-amz-target'] === undefined) {
      const name = new URL(request.url ?? '', 'http://stub').pathname;
      if (request.method === 'PUT') objects.set(name, body);
      const content = objects.get(name);
      response
        .writeHead(content === undefined ? 404 : 200)
        .end(request.method === 'GET' ? content : undefined);
      return;
    }
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answer ?? { __type: 'UnknownOperationException' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
