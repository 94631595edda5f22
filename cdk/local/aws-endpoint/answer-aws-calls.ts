import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AwsCall, AwsReply, AwsService, Permissions, RoleCall } from '../ports.ts';
import { readBody } from './read-body.ts';

/** What the endpoint needs for its decisions. */
export interface AwsEndpointParts {
  readonly permissions: Permissions;
  /** Role behind an access key id; undefined for an unknown one. */
  roleOf(accessKeyId: string): string | undefined;
}

/** Access key id of the person at the laptop: tools that act from outside may do everything. */
export const OPERATOR_ACCESS_KEY = 'local-operator';

/** `X-Amz-Target` prefix of each JSON service, for calls that are made in process. */
const TARGETS: Readonly<Record<RoleCall['service'], string>> = {
  dynamodb: 'DynamoDB_20120810',
  sqs: 'AmazonSQS',
  states: 'AWSStepFunctions',
};

/** More than any AWS call here needs (DynamoDB's batches: 16 MB; uploaded files: 64 MiB). */
const BODY_LIMIT = 65 * 1024 * 1024;

const CREDENTIAL = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/;

/** The one address of all AWS calls of the local cloud: finds the service, asks the policies, passes the call on. */
export class AwsEndpoint {
  readonly #parts: AwsEndpointParts;
  readonly #services = new Map<string, AwsService>();

  constructor(parts: AwsEndpointParts) {
    this.#parts = parts;
  }

  add(service: AwsService): void {
    this.#services.set(service.name, service);
  }

  /** Answers one call that arrived over HTTP. */
  async listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let reply: AwsReply;
    try {
      reply = await this.#fromHttp(request);
    } catch (error) {
      reply = refuse(500, 'InternalFailure', error instanceof Error ? error.message : String(error));
    }
    response.writeHead(reply.status, {
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-requestid': randomUUID(),
      ...reply.headers,
    });
    response.end(reply.body);
  }

  /** Answers a call that a part of the local cloud makes in a role, after checking the role's policies. */
  async call({ roleArn, service, action, body }: RoleCall): Promise<{ status: number; body: unknown }> {
    const call: AwsCall = {
      service,
      action,
      accessKeyId: roleArn,
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${TARGETS[service]}.${action}`,
      },
      body: Buffer.from(JSON.stringify(body)),
    };
    const reply = await this.#answer(call, roleArn);
    const text = Buffer.from(reply.body).toString('utf8');
    return { status: reply.status, body: text === '' ? {} : JSON.parse(text) };
  }

  async #fromHttp(request: IncomingMessage): Promise<AwsReply> {
    const body = await readBody(request, BODY_LIMIT);
    if (body === undefined) return refuse(413, 'RequestEntityTooLargeException', 'the request is too large');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const asked = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    // A presigned link has its credential in the query; the service checks the signature.
    const presigned = asked.get('X-Amz-Credential');
    const credential =
      presigned === null ? headers.authorization : `AWS4-HMAC-SHA256 Credential=${presigned}`;
    const [, accessKeyId, , service] = CREDENTIAL.exec(credential ?? '') ?? [];
    if (accessKeyId === undefined || service === undefined) {
      return refuse(403, 'MissingAuthenticationTokenException', 'Request is missing Authentication Token');
    }
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    const target = headers['x-amz-target'];
    const action =
      target === undefined
        ? this.#services.get(service)?.actionOf?.(method, url.pathname, url.searchParams)
        : target.slice(target.lastIndexOf('.') + 1);
    if (action === undefined) {
      return refuse(
        400,
        'UnknownOperationException',
        `${service}: no operation for ${method} ${url.pathname}`,
      );
    }
    const call = {
      service,
      action,
      accessKeyId,
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body,
    };
    if (accessKeyId === OPERATOR_ACCESS_KEY) return this.#answer(call, undefined);
    const role = this.#parts.roleOf(accessKeyId);
    if (role === undefined) {
      return refuse(
        403,
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      );
    }
    return this.#answer(call, role);
  }

  /** `role` undefined: the operator, who has all rights. */
  async #answer(call: AwsCall, role: string | undefined): Promise<AwsReply> {
    const service = this.#services.get(call.service);
    if (service === undefined) {
      return refuse(400, 'UnknownOperationException', `the local cloud has no service "${call.service}"`);
    }
    if (role !== undefined) {
      for (const need of service.needs(call)) {
        const refusal = this.#parts.permissions.refusal({ role }, need);
        if (refusal !== undefined) return service.denied(refusal);
      }
    }
    return service.handle(call);
  }
}

function refuse(status: number, type: string, message: string): AwsReply {
  return {
    status,
    headers: { 'x-amzn-errortype': type },
    body: JSON.stringify({ __type: type, message, Message: message }),
  };
}
