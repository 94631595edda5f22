import type { OpenapiDocument, Operation } from '../../lib/platform/http/docs/openapi-document.ts';

/** Kinds of components that are made here. */
type Kind = 'responses' | 'parameters' | 'examples';

type Fields = Readonly<Record<string, unknown>>;

type Components = Readonly<Record<string, Fields>>;

/** Sees a part of a document, with names that fit it, the best first, and returns what is to stand there. */
type Visit = (kind: Kind, part: unknown, names: readonly string[]) => unknown;

/**
 * The same document with what it repeats written once, as components that the places refer to: replies and parameters of
 * operations, and examples of refusals.
 */
export function shareRepeated(document: OpenapiDocument): OpenapiDocument {
  const parts = new Map<string, { count: number; kind: Kind; part: unknown; names: readonly string[] }>();
  mapParts(document, (kind, part, names) => {
    const key = keyOf(kind, part);
    parts.set(key, { kind, part, names, count: (parts.get(key)?.count ?? 0) + 1 });
    return part;
  });
  const shared: Record<string, Record<string, unknown>> = {};
  const references = new Map<string, string>();
  for (const [key, { kind, part, names, count }] of parts) {
    if (count === 1) continue;
    const taken = { ...(document.components as Components)?.[kind], ...shared[kind] };
    const name = names.find((one) => !Object.hasOwn(taken, one));
    if (name === undefined) throw new Error(`No name is left for ${kind} such as ${names.join(', ')}.`);
    shared[kind] = { ...shared[kind], [name]: part };
    references.set(key, `#/components/${kind}/${name}`);
  }
  const written = mapParts(document, (kind, part) => {
    const $ref = references.get(keyOf(kind, part));
    return $ref === undefined ? part : { $ref };
  });
  const components: Components = { ...(written.components as Components) };
  return {
    ...written,
    components: {
      ...components,
      ...mapValues(shared, (made, kind) => sorted({ ...components[kind], ...made })),
    },
  };
}

function keyOf(kind: Kind, part: unknown): string {
  return `${kind} ${JSON.stringify(part)}`;
}

/** The document with what `visit` returns in the place of each part. References stay. */
function mapParts(document: OpenapiDocument, visit: Visit): OpenapiDocument {
  const unlessReference: Visit = (kind, part, names) =>
    isObject(part) && '$ref' in part ? part : visit(kind, part, names);
  const { responses = {}, ...components } = (document.components ?? {}) as Components;
  return {
    ...document,
    paths: mapValues(document.paths, (operations) =>
      mapValues(operations, (operation) => mapOperation(operation, unlessReference)),
    ),
    components: {
      ...components,
      responses: mapValues(responses, (refusal, name) => mapExamples(refusal, name, unlessReference)),
    },
  };
}

function mapOperation(operation: Operation, visit: Visit): Operation {
  const { operationId, parameters, responses } = operation;
  return {
    ...operation,
    ...(parameters
      ? {
          parameters: parameters.map((one) => {
            const { name } = one as { readonly name?: string };
            return visit('parameters', one, [`${name}`, `${name}.${operationId}`]);
          }),
        }
      : {}),
    responses: mapValues(responses, (reply) => {
      const name = schemaNameOf(reply) ?? operationId;
      return visit('responses', reply, [name, `${name}.${operationId}`]);
    }),
  };
}

/** Name of the schema that a reply has, if it has one. */
function schemaNameOf(reply: unknown): string | undefined {
  const { content = {} } = reply as { readonly content?: Readonly<Record<string, { schema?: Fields }>> };
  const [first] = Object.values(content);
  const reference = first?.schema?.$ref;
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function mapExamples(refusal: unknown, name: string, visit: Visit): unknown {
  const { content = {} } = refusal as { readonly content?: Readonly<Record<string, Fields>> };
  return {
    ...(refusal as object),
    content: mapValues(content, (media) => ({
      ...media,
      ...(isObject(media.examples)
        ? {
            examples: mapValues(media.examples, (example, code) =>
              visit('examples', example, [code, `${code}.${name}`]),
            ),
          }
        : {}),
    })),
  };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

function sorted(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
