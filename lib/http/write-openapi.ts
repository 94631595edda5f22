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

const SECURITY_SCHEME = 'apiKey';

/** What every caller has to know; the areas' texts do not repeat it. */
const CONVENTIONS = `
**Callers.** Send \`Authorization: Bearer <API key>\`, or for a signed-in user the token of the OpenID Connect issuer. Who
reaches several organizations needs \`X-Org-Id\` as well.

**Success** is status 200 on every operation, creates included. **Errors** have one form: \`error.code\`,
\`error.message\`, \`error.details\`, \`response_status\` and \`RequestID\`, which every reply repeats in the header
\`X-REQUEST-ID\`. A field that does not fit is named with its reason under \`error.details.fields\`.

**Bodies** are JSON of at most ${MAX_BODY_BYTES.toLocaleString('en')} bytes and ${MAX_BODY_DEPTH} levels. Unknown fields are ignored, and
the header \`X-Ignored-Fields\` of the reply names them with the nearest known name; a request with \`X-Strict: true\` is
refused instead. Names in snake_case are read as those in camelCase. \`null\` for an optional field means that it is not
given. **Instants** are ISO 8601; without a zone they are UTC, and replies give UTC
milliseconds with \`Z\`.

**Repeating safely.** Operations that change something take an \`Idempotency-Key\`: the same key with the same content
gets the first reply again for 24 hours, with the header \`Idempotent-Replayed: true\`. Refusals and faults are not kept:
what changed nothing may be tried again.

**Changing safely.** Editable things have a \`version\`. Send it back as \`If-Match\` and a change that somebody else
made meanwhile is not overwritten: the request is refused with \`CONFLICT\` and \`details.version\`.

**Ids** of another organization read as unknown: 404.
`.trim();

/** The OpenAPI 3.1 document of the API, from the values that also make its routes. Throws on two endpoints of one name. */
export function writeOpenapi(areas: readonly Area[], info: ApiInfo): Readonly<Record<string, unknown>> {
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
        responses: Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    },
    { reused: 'inline' },
  );
  return JSON.parse(JSON.stringify(document), (_, node) => withDescriptionOfOnlyOption(node));
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
    parameters: [
      ...(permission === null ? [] : [{ $ref: '#/components/parameters/OrganizationId' }]),
      ...(repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(endpoint.takesIfMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(body
      ? {
          requestBody: {
            // A missing body reads as an empty object.
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
        },
      },
      ...errorsOf(endpoint, responses),
    },
  };
}

/** One response per status, shared among the operations that refuse with the same codes. */
function errorsOf(
  endpoint: Endpoint,
  responses: Map<string, ZodOpenApiResponseObject>,
): ZodOpenApiResponsesObject {
  const kinds = [
    ...new Map(refusalsOf(endpoint).map(({ kind }) => [`${kind.status} ${kind.code}`, kind])).values(),
  ];
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)).map(
    ([status, group = []]) => {
      const sorted = group.toSorted((a, b) => a.code.localeCompare(b.code, 'en'));
      const name = sorted.map(({ code }) => code).join('.');
      responses.set(name, {
        description: sorted.map(({ code, summary }) => `\`${code}\`: ${summary}`).join('\n\n'),
        headers: { 'X-REQUEST-ID': { $ref: '#/components/headers/RequestId' } },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
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
  description: 'What every refusal and fault is answered with.',
  required: ['error', 'response_status', 'RequestID'],
  properties: {
    error: {
      type: 'object' as const,
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string' as const, description: 'Stable name of the refusal.' },
        message: {
          type: 'string' as const,
          description: 'A sentence for people: what was refused and the way out.',
        },
        details: {
          type: 'object' as const,
          description: 'The same for machines; `fields` maps each failing field to its reason.',
          additionalProperties: true,
        },
      },
    },
    response_status: { type: 'string' as const, examples: ['422 UNPROCESSABLE_ENTITY'] },
    RequestID: { type: 'string' as const, description: 'The same as the header X-REQUEST-ID.' },
  },
};

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header' as const,
    description:
      'Makes the request repeatable: the same key and content get the first reply again for 24 hours.',
    schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header' as const,
    description:
      'The `version` that is to be changed. When it is no longer the present one, the request is refused with ' +
      '`CONFLICT` and `details.version`.',
    schema: { type: 'string' as const, pattern: '^(\\d+|(W/)?"\\d+"|\\*)$' },
  },
  OrganizationId: {
    name: 'X-Org-Id',
    in: 'header' as const,
    description: 'The organization that is meant; needed only when the key reaches several.',
    schema: { type: 'string' as const },
  },
};

const HEADERS = {
  RequestId: { description: 'Names the request in the log.', schema: { type: 'string' as const } },
  IdempotentReplayed: {
    description: '`true` when this is the reply of an earlier request with the same Idempotency-Key.',
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
