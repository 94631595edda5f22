import { groupOf } from './groups.ts';
import type { JsonSchema, Tool, ToolCatalogue } from './tool.ts';

/** The part of the API's OpenAPI document for tools. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: Components;
}

interface ApiOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly 'x-permission'?: string;
  readonly 'x-confidential'?: boolean;
  readonly 'x-no-tool'?: boolean;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Components of a document, to which its operations refer. */
interface Components {
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

const JSON_TYPE = 'application/json';

/** Longest description: an assistant reads all of them. */
const MAX_DESCRIPTION = 1_000;

/** Verbs of operations that remove something. */
const DESTRUCTIVE = /^(delete|cancel|archive|revoke|remove|replace|undispatch|disable|discard)/;

/**
 * The tools of an API: its operations that need a key and answer with JSON. Operations whose reply contains a
 * secret are not tools, because a secret does not belong into a conversation with a model.
 */
export function toolsOfDocument({ paths, components = {} }: ApiDocument): ToolCatalogue {
  const tools = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      toolOf(path, method.toUpperCase(), operation, components),
    ),
  );
  return {
    tools: tools.sort((a, b) => order(`${a.group} ${a.name}`, `${b.group} ${b.name}`)),
    definitions: asDefinitions(components.schemas ?? {}) as ToolCatalogue['definitions'],
  };
}

function toolOf(
  path: string,
  method: string,
  operation: ApiOperation,
  components: Components,
): readonly Tool[] {
  const { operationId: name, tags = [], summary = '', description, requestBody } = operation;
  const permission = operation['x-permission'];
  const reply = replyOf(operation, components);
  if (permission === undefined || reply === undefined) return [];
  if (operation['x-confidential'] || operation['x-no-tool']) return [];
  const all = (operation.parameters ?? []).map((one) => resolved(one, components) as Partial<Parameter>);
  const parameters = all.filter(isInUrl);
  const takesIfMatch = all.some(({ name }) => name === 'If-Match');
  const isReadOnly = method === 'GET';
  const body = requestBody?.content[JSON_TYPE]?.schema;
  const wrapsReply = reply.type !== 'object';
  const text = [`${summary}.`, description, `Needs ${permission}.`].filter(Boolean).join(' ');
  return [
    {
      name,
      title: summary,
      description: text.replace(/\s+/g, ' ').slice(0, MAX_DESCRIPTION),
      group: groupOf(tags[0] ?? 'Service'),
      method,
      path,
      permission,
      pathParameters: namesIn('path', parameters),
      queryParameters: namesIn('query', parameters),
      takesBody: body !== undefined,
      takesIfMatch,
      isReadOnly,
      isDestructive: !isReadOnly && (method === 'DELETE' || DESTRUCTIVE.test(name)),
      isIdempotent:
        isReadOnly || method === 'PUT' || method === 'DELETE' || /^(upsert|set|update)/.test(name),
      inputSchema: asDefinitions({
        type: 'object',
        properties: {
          ...Object.fromEntries(
            parameters.map((one) => [one.name, { description: one.description, ...one.schema }]),
          ),
          ...(body === undefined ? {} : { body }),
          ...(takesIfMatch ? { ifMatch: IF_MATCH } : {}),
          ...(isReadOnly ? {} : { idempotencyKey: IDEMPOTENCY_KEY }),
        },
        required: [
          ...parameters.filter(({ required }) => required).map((one) => one.name),
          ...(requestBody?.required ? ['body'] : []),
        ],
        additionalProperties: false,
      }) as JsonSchema,
      outputSchema: asDefinitions(
        wrapsReply ? { type: 'object', properties: { result: reply }, required: ['result'] } : reply,
      ) as JsonSchema,
      wrapsReply,
    },
  ];
}

const IF_MATCH = {
  type: 'integer',
  description: 'The `version` on which the change is based; if the current one differs, the call is refused.',
};

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'The same key with the same content returns the first reply for 24 hours.',
};

/** Schema of the reply; a reference is resolved, because the root of a tool's schema must state its type. */
function replyOf({ responses }: ApiOperation, components: Components): JsonSchema | undefined {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const { content } = (resolved(success?.[1], components) ?? {}) as { content?: Content };
  return resolved(content?.[JSON_TYPE]?.schema, components) as JsonSchema | undefined;
}

/** What a reference leads to; anything else is returned as it is. */
function resolved(value: unknown, components: Components): unknown {
  const $ref = (value as { readonly $ref?: string } | undefined)?.$ref;
  if ($ref === undefined) return value;
  const [, , kind = '', name = ''] = $ref.split('/');
  return components[kind as keyof Components]?.[name];
}

function isInUrl(parameter: Partial<Parameter>): parameter is Parameter {
  return parameter.in === 'path' || parameter.in === 'query';
}

function namesIn(place: Parameter['in'], parameters: readonly Parameter[]): readonly string[] {
  return parameters.filter((one) => one.in === place).map(({ name }) => name);
}

/** References into the document become references into the schema's own definitions. */
function asDefinitions(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/'));
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
