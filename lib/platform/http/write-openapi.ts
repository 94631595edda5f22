import type * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { RefusalKind } from '../core/refusal.ts';
import { type Area, type Endpoint, refusalsOf } from './define-endpoint.ts';
import { responseStatus } from './http-reply.ts';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from './read-body.ts';

/** Texts at the top of the document. */
export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

/** Messages of one form that the service sends. */
export interface WebhookForm {
  /** Name among the webhooks of the document. */
  readonly name: string;
  readonly area: string;
  readonly summary: string;
  readonly description: string;
  readonly body: z.ZodType;
  readonly example: unknown;
}

const SECURITY_SCHEME = 'apiKey';

/** What every caller needs to know; the texts of the areas do not repeat it. */
const CONVENTIONS = `
**Authentication.** Send \`Authorization: Bearer <API key>\`, or for a signed-in user the token of the OpenID Connect issuer.
A caller with several organizations also sends \`X-Org-Id\`.

**Success** is status 200 for every operation, including creates. **Errors** have one form: \`error.code\`,
\`error.message\`, \`error.details\`, \`response_status\` and \`RequestID\`, which every reply repeats in the header
\`X-REQUEST-ID\`. \`error.details.fields\` names each invalid field with the reason.

**Bodies** are JSON of at most ${MAX_BODY_BYTES.toLocaleString('en')} bytes and ${MAX_BODY_DEPTH} levels. Unknown fields and query parameters are
ignored, and the header \`X-Ignored-Fields\` of the reply lists them with the nearest known name; a request with \`X-Strict: true\` is
refused instead. Names in snake_case or in lower case are read like those in camelCase. \`null\` for an optional field means that it is not
given. **Dates and times** are ISO 8601; without a zone they are UTC, and replies give UTC
milliseconds with \`Z\`.

**Safe retries.** Operations that change something take an \`Idempotency-Key\`: the same key with the same content
returns the first reply for 24 hours, with the header \`Idempotent-Replayed: true\`. Refusals and errors are not kept,
because a request that changed nothing may be retried.

**Safe changes.** Editable objects have a \`version\`. Send it back as \`If-Match\`, and a change that somebody else
made meanwhile is not overwritten: the request is refused with \`CONFLICT\` and \`details.version\`.

**Conditional reads.** A read has an \`ETag\`. Sent back as \`If-None-Match\`, it returns status 304 without a body while the
reply is unchanged.

**Rate limits.** An organization may send 20 requests a second and 40 at once, unless its installation sets another rate. Every
reply has the state of the limit: \`RateLimit-Limit\` requests may come at once, \`RateLimit-Remaining\` are left, and all are
available again after \`RateLimit-Reset\` seconds. Further requests are refused with status 429 and \`Retry-After\`. Function
instances count separately and synchronize now and then, so the figures are approximate.

**Ids** of another organization are treated as unknown: 404.
`.trim();

/**
 * The OpenAPI 3.1 document of the API, from the values that also define its routes. Throws on two endpoints
 * with the same name.
 */
export function writeOpenapi(
  areas: readonly Area[],
  info: ApiInfo,
  webhooks: readonly WebhookForm[] = [],
): Readonly<Record<string, unknown>> {
  // By heading, so that the order in which areas are listed does not matter.
  const endpoints = areas
    .flatMap((area) => area.endpoints)
    .toSorted((a, b) => (a.area === b.area ? 0 : a.area < b.area ? -1 : 1));
  requireUniqueNames(endpoints);
  const responses = new Map<string, ZodOpenApiResponseObject>();
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, responses),
    };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        ...info,
        description: `${info.description}\n\n${CONVENTIONS}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The service that serves this document.' }],
      tags: [...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name })),
      security: [{ [SECURITY_SCHEME]: [] }],
      paths,
      components: {
        securitySchemes: {
          [SECURITY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `dos_...`, or a token of the sign-in issuer.',
          },
        },
        parameters: PARAMETERS,
        headers: HEADERS,
        schemas: { Error: ERROR_SCHEMA },
        responses: Object.fromEntries(
          [...responses, ...webhooks.map(asResponse)].sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      },
    },
    { reused: 'inline' },
  );
  const written = JSON.parse(JSON.stringify(document), (_, node) => withDescriptionOfOnlyOption(node));
  return withWebhooks(written, webhooks);
}

/** A document, as far as webhooks are put into it. */
interface WrittenDocument extends Readonly<Record<string, unknown>> {
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: unknown }>> };
}

/**
 * The bodies of webhooks are what the service writes. In a request's place their schemas would be those of what is read,
 * and double every schema that both have: they were written as responses, and are moved.
 */
function withWebhooks(document: WrittenDocument, forms: readonly WebhookForm[]): WrittenDocument {
  if (forms.length === 0) return document;
  const responses = { ...document.components.responses };
  const webhooks = Object.fromEntries(
    forms.map((form) => {
      const place = placeOf(form);
      const { content } = responses[place] ?? {};
      delete responses[place];
      return [form.name, { post: webhookOf(form, content) }];
    }),
  );
  return { ...document, webhooks, components: { ...document.components, responses } };
}

/** Where a webhook's body is until it is moved. */
function placeOf({ name }: WebhookForm): string {
  return `webhook.${name}`;
}

/** A schema that is one described option or null takes the description of that option. */
function withDescriptionOfOnlyOption(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('anyOf' in node) || !Array.isArray(node.anyOf))
    return node;
  const [option, ...others] = node.anyOf.filter((one) => one?.type !== 'null');
  if ('description' in node || others.length > 0 || typeof option?.description !== 'string') return node;
  return { ...node, description: option.description };
}

function operationOf(
  endpoint: Endpoint,
  responses: Map<string, ZodOpenApiResponseObject>,
): ZodOpenApiOperationObject {
  const { permission, params, query, body, bodyExample, reply, replyExample } = endpoint;
  const repeatable = permission !== null && endpoint.method !== 'GET';
  return {
    operationId: endpoint.name,
    tags: [endpoint.area],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(permission === null ? { security: [] } : { 'x-permission': permission }),
    // Not for assistants: secrets do not belong into a conversation with a model.
    ...(endpoint.isConfidential ? { 'x-confidential': true } : {}),
    ...(endpoint.isNoTool ? { 'x-no-tool': true } : {}),
    parameters: [
      ...(permission === null ? [] : [{ $ref: '#/components/parameters/OrganizationId' }]),
      ...(repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(endpoint.takesIfMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(body
      ? {
          requestBody: {
            // A missing body is read as an empty object.
            required: !body.safeParse({}).success,
            content: {
              'application/json': {
                schema: body,
                ...(bodyExample === undefined ? {} : { example: bodyExample }),
              },
            },
          },
        }
      : {}),
    responses: {
      [`${endpoint.status}` as '200']: {
        description: 'Success',
        headers: {
          'X-REQUEST-ID': { $ref: '#/components/headers/RequestId' },
          ...(repeatable
            ? { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }
            : {}),
        },
        content: {
          [endpoint.contentType]: {
            schema: reply,
            ...(replyExample === undefined ? {} : { example: replyExample }),
          },
          ...contentOf(endpoint, endpoint.status),
        },
      },
      ...errorsOf(endpoint, responses),
      ...otherResponsesOf(endpoint),
    },
  };
}

/** Further media types of a status. */
function contentOf({ otherReplies }: Endpoint, status: number) {
  return Object.fromEntries(
    otherReplies.flatMap((other) =>
      other.status === status && other.contentType !== undefined
        ? [[other.contentType, { schema: other.schema ?? { type: 'string' as const } }]]
        : [],
    ),
  );
}

/** The responses with a status of their own that a handler makes itself; those that share one with a refusal are with it. */
function otherResponsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const taken = new Set([endpoint.status, ...refusalsOf(endpoint).map(({ kind }) => kind.status)]);
  const others = endpoint.otherReplies.filter(({ status }) => !taken.has(status));
  return Object.fromEntries(
    others.map(({ status, summary }) => {
      const content = contentOf(endpoint, status);
      return [
        status,
        {
          description: summary,
          headers: { 'X-REQUEST-ID': { $ref: '#/components/headers/RequestId' } },
          ...(Object.keys(content).length === 0 ? {} : { content }),
        },
      ];
    }),
  );
}

function asResponse(form: WebhookForm): [string, ZodOpenApiResponseObject] {
  const content = { 'application/json': { schema: form.body, example: form.example } };
  return [placeOf(form), { description: form.summary, content }];
}

function webhookOf({ name, area, summary, description }: WebhookForm, content: unknown) {
  return {
    operationId: `webhook.${name}`,
    tags: [area],
    summary,
    description,
    security: [],
    parameters: SIGNED_HEADERS.map((header) => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: { required: true, content },
    responses: {
      '2XX': {
        description: 'The message is taken. Any other answer, or none within 15 s, is followed by a retry.',
      },
    },
  };
}

/** Names of the parameters that sign a webhook. */
const SIGNED_HEADERS = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];

/** One response per status, shared among the operations that refuse with the same codes. */
function errorsOf(
  endpoint: Endpoint,
  responses: Map<string, ZodOpenApiResponseObject>,
): ZodOpenApiResponsesObject {
  // The refusals that an endpoint with a page for people answers with it.
  const own = [...endpoint.refusals, endpoint.invalidInput].map(({ kind }) => kind);
  const kinds = [
    ...new Map(refusalsOf(endpoint).map(({ kind }) => [`${kind.status} ${kind.code}`, kind])).values(),
  ];
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)).map(
    ([status, group = []]) => {
      const sorted = group.toSorted((a, b) => a.code.localeCompare(b.code, 'en'));
      const codes = sorted.map(({ code }) => code).join('.');
      const isPage = endpoint.refusalPage !== undefined && sorted.some((kind) => own.includes(kind));
      const message = endpoint.otherReplies.find((other) => String(other.status) === status)?.schema;
      const name = isPage ? `${codes}.page` : message ? `${codes}.other` : codes;
      responses.set(name, {
        description: sorted.map(({ code, summary }) => `\`${code}\`: ${summary}`).join('\n\n'),
        headers: {
          'X-REQUEST-ID': { $ref: '#/components/headers/RequestId' },
          ...(status === '429' ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
        },
        content: isPage
          ? { [endpoint.contentType]: { schema: { type: 'string' as const } } }
          : {
              'application/json': {
                schema: message
                  ? { anyOf: [{ $ref: '#/components/schemas/Error' }, message] }
                  : { $ref: '#/components/schemas/Error' },
                examples: Object.fromEntries(
                  sorted.map((kind) => [kind.code, { summary: kind.summary, value: exampleOf(kind) }]),
                ),
              },
            },
      });
      return [status, { $ref: `#/components/responses/${name}` }] as const;
    },
  );
  return Object.fromEntries(byStatus);
}

function exampleOf({ code, status, summary }: RefusalKind) {
  const details = code === 'VALIDATION_ERRORS' ? { fields: { name: 'Required: expected a string.' } } : {};
  return {
    error: { code, message: summary, details },
    response_status: responseStatus(status),
    RequestID: 'b0ZyDgnZoAMEPFw=',
  };
}

const ERROR_SCHEMA = {
  type: 'object' as const,
  description: 'Body of every refusal and error.',
  required: ['error', 'response_status', 'RequestID'],
  properties: {
    error: {
      type: 'object' as const,
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string' as const, description: 'Stable name of the refusal.' },
        message: {
          type: 'string' as const,
          description: 'A sentence for people: what was wrong, then what to do.',
        },
        details: {
          type: 'object' as const,
          description: 'Machine-readable details; `fields` maps each invalid field to its reason.',
          additionalProperties: true,
        },
      },
    },
    response_status: { type: 'string' as const, examples: ['422 UNPROCESSABLE_ENTITY'] },
    RequestID: { type: 'string' as const, description: 'Same as the header X-REQUEST-ID.' },
  },
};

const PARAMETERS = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header' as const,
    required: true,
    description: 'Id of the message: the same on every attempt.',
    schema: { type: 'string' as const },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header' as const,
    required: true,
    description: 'Time of the attempt in seconds since 1970.',
    schema: { type: 'string' as const, pattern: '^\\d+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header' as const,
    required: true,
    description:
      'Signatures with spaces between them, `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`: one for each ' +
      'secret that is valid.',
    schema: { type: 'string' as const },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header' as const,
    description:
      'Makes the request safe to retry: the same key and content return the first reply for 24 hours.',
    schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header' as const,
    description:
      'The `version` on which the change is based. If the current version differs, the request is refused with ' +
      '`CONFLICT` and `details.version`.',
    schema: { type: 'string' as const, pattern: '^(\\d+|(W/)?"\\d+"|\\*)$' },
  },
  OrganizationId: {
    name: 'X-Org-Id',
    in: 'header' as const,
    description: 'Id of the organization; required only when the caller can reach several.',
    schema: { type: 'string' as const },
  },
};

const HEADERS = {
  RequestId: { description: 'Id of the request in the log.', schema: { type: 'string' as const } },
  RetryAfter: {
    description: 'Seconds after which to send the request again.',
    schema: { type: 'integer' as const },
  },
  IdempotentReplayed: {
    description: '`true` for the stored reply of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string' as const, enum: ['true'] },
  },
};

function requireUniqueNames(endpoints: readonly Endpoint[]): void {
  const seen = new Set<string>();
  for (const { name, routeKey } of endpoints) {
    for (const value of [name, routeKey]) {
      if (seen.has(value)) throw new Error(`Two endpoints of the API have "${value}".`);
      seen.add(value);
    }
  }
}
