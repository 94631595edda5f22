import type { OpenapiDocument } from './openapi-document.ts';

type Nested = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One document from the documents of all areas. Components with the same name are the same in each of them. */
export function joinDocuments(documents: readonly OpenapiDocument[]): OpenapiDocument {
  const [first] = documents;
  if (!first) throw new Error('There is no OpenAPI document to join. Run "npm run generate".');
  const tags = [...new Set(documents.flatMap((document) => (document.tags ?? []).map(({ name }) => name)))];
  return {
    ...first,
    tags: tags.sort().map((name) => ({ name })),
    paths: merge(documents.map(({ paths }) => paths)) as OpenapiDocument['paths'],
    webhooks: merge(documents.map(({ webhooks = {} }) => webhooks)) as OpenapiDocument['paths'],
    components: merge(documents.map(({ components }) => (components ?? {}) as Nested)),
  };
}

/** Records of records, merged on both levels: a path may have its methods from two areas. */
function merge(records: readonly Nested[]): Nested {
  const joined: Record<string, Record<string, unknown>> = {};
  for (const record of records) {
    for (const [outer, inner] of Object.entries(record)) joined[outer] = { ...joined[outer], ...inner };
  }
  return joined;
}
