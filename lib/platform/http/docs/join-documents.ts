import type { OpenapiDocument } from './openapi-document.ts';

type Nested = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Name of the document with the components of several areas, to which theirs refer as to a file beside them. */
export const COMMON_DOCUMENT = 'common';

/** One document from the documents of all areas. Components with the same name are the same in each of them. */
export function joinDocuments(documents: readonly OpenapiDocument[]): OpenapiDocument {
  const [first] = documents;
  if (!first) throw new Error('There is no OpenAPI document to join. Run "npm run generate".');
  // The build has joined them.
  if (documents.length === 1) return first;
  const tags = [...new Set(documents.flatMap((document) => (document.tags ?? []).map(({ name }) => name)))];
  return withinItself({
    ...first,
    tags: tags.sort().map((name) => ({ name })),
    paths: merge(documents.map(({ paths }) => paths)) as OpenapiDocument['paths'],
    webhooks: merge(documents.map(({ webhooks = {} }) => webhooks)) as OpenapiDocument['paths'],
    components: merge(documents.map(({ components }) => (components ?? {}) as Nested)),
  });
}

/** What was in the common document is in this one. */
function withinItself(document: OpenapiDocument): OpenapiDocument {
  return JSON.parse(JSON.stringify(document).replaceAll(`"$ref":"${COMMON_DOCUMENT}.json#/`, '"$ref":"#/'));
}

/** Records of records, merged on both levels: a path may have its methods from two areas. */
function merge(records: readonly Nested[]): Nested {
  const joined: Record<string, Record<string, unknown>> = {};
  for (const record of records) {
    for (const [outer, inner] of Object.entries(record)) joined[outer] = { ...joined[outer], ...inner };
  }
  return joined;
}
