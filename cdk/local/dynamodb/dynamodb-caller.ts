import { Agent, request } from 'node:http';
import { AwsError, isRecord } from '../aws-json.ts';

/** The server's own answer, not interpreted. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Calls the DynamoDB server over kept-alive connections. */
export interface DynamoDbCaller {
  /** Passes a body on unchanged. `target` is like `DynamoDB_20120810.PutItem`. */
  send(target: string, body: Uint8Array | string): Promise<RawReply>;
  /** One operation of `DynamoDB`, parsed; throws `AwsError` with the service's code. */
  call(operation: string, input: unknown): Promise<Record<string, unknown>>;
  /** One operation of `DynamoDBStreams`, parsed; throws as `call`. */
  callStreams(operation: string, input: unknown): Promise<Record<string, unknown>>;
  stop(): void;
}

/** The server checks that a call is signed, not by whom: permissions were checked before. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0';
/** Enough for two cores, few enough to keep the server's connections warm. */
const MAX_CONNECTIONS = 32;

/** A caller of the server at `endpoint`. */
export function createDynamoDbCaller(endpoint: string): DynamoDbCaller {
  const url = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });

  const attempt = (target: string, body: Uint8Array | string) =>
    new Promise<RawReply>((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          host: url.hostname,
          port: url.port,
          method: 'POST',
          path: '/',
          headers: {
            'content-type': 'application/x-amz-json-1.0',
            'content-length': Buffer.byteLength(body),
            'x-amz-target': target,
            'x-amz-date': '20260101T000000Z',
            authorization: AUTHORIZATION,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.once('error', reject);
          incoming.once('end', () => {
            const headers: Record<string, string> = {};
            for (const name of ['content-type', 'x-amzn-requestid', 'x-amz-crc32']) {
              const value = incoming.headers[name];
              if (typeof value === 'string') headers[name] = value;
            }
            resolve({ status: incoming.statusCode ?? 500, headers, body: Buffer.concat(chunks) });
          });
        },
      );
      outgoing.setNoDelay(true);
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  const parsed = async (target: string, input: unknown) => {
    const reply = await attempt(target, JSON.stringify(input));
    const body: unknown = JSON.parse(reply.body.toString('utf8'));
    const fields = isRecord(body) ? body : {};
    if (reply.status === 200) return fields;
    const type = String(fields.__type ?? 'InternalFailure');
    throw new AwsError(type.slice(type.indexOf('#') + 1), String(fields.message ?? fields.Message ?? type), {
      status: reply.status,
    });
  };

  return Object.freeze({
    send: attempt,
    call: (operation: string, input: unknown) => parsed(`DynamoDB_20120810.${operation}`, input),
    callStreams: (operation: string, input: unknown) =>
      parsed(`DynamoDBStreams_20120810.${operation}`, input),
    stop: () => agent.destroy(),
  });
}
