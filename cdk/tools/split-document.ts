import { COMMON_DOCUMENT } from '../../lib/platform/http/docs/join-documents.ts';
import type { OpenapiDocument } from '../../lib/platform/http/docs/openapi-document.ts';
import type { Area } from '../../lib/platform/http/index.ts';

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * One document per area: its operations, and of the components those that it alone refers to. What several areas refer
 * to is in the common document, to which they refer as to a file beside them. An area without operations has none.
 */
export function splitDocument(
  document: OpenapiDocument,
  areas: readonly Area[],
): ReadonlyMap<string, OpenapiDocument> {
  const components = (document.components ?? {}) as Components;
  const parts = areas
    .filter(({ endpoints }) => endpoints.length > 0)
    .map((area) => {
      const part = partOf(document, area);
      return { name: area.name, part, used: referencesFrom(part, components) };
    });
  const isUsedBy = (reference: string) => parts.filter(({ used }) => used.has(reference)).length;
  const common = componentsWhere(components, (reference) => isUsedBy(reference) > 1);
  return new Map([
    [COMMON_DOCUMENT, { openapi: document.openapi, info: document.info, paths: {}, components: common }],
    ...parts.map(({ name, part, used }): [string, OpenapiDocument] => {
      const own = componentsWhere(
        components,
        (reference, kind) => kind === 'securitySchemes' || (used.has(reference) && isUsedBy(reference) === 1),
      );
      return [name, referringToCommon({ ...part, components: own }, common)];
    }),
  ]);
}

/** The area's part of the document, without components. */
function partOf(document: OpenapiDocument, { endpoints }: Area): OpenapiDocument {
  const isOwn = (path: string, method: string) =>
    endpoints.some((endpoint) => endpoint.path === path && endpoint.method.toLowerCase() === method);
  const headings = new Set(endpoints.map(({ area }) => area));
  const { webhooks: all = {}, components: _, ...rest } = document;
  const webhooks = Object.fromEntries(
    Object.entries(all).filter(([, { post }]) => post?.tags?.some((tag) => headings.has(tag))),
  );
  return {
    ...rest,
    tags: (document.tags ?? []).filter(({ name }) => headings.has(name)),
    paths: filterTwice(document.paths, isOwn),
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
  };
}

/** References to what is in the common document lead there. */
function referringToCommon(document: OpenapiDocument, common: Components): OpenapiDocument {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const [, , kind = '', name = ''] = value.split('/');
    return Object.hasOwn(common[kind] ?? {}, name) ? `${COMMON_DOCUMENT}.json${value}` : value;
  });
}

function componentsWhere(
  components: Components,
  isWanted: (reference: string, kind: string) => boolean,
): Components {
  return filterTwice(components, (kind, name) => isWanted(`#/components/${kind}/${name}`, kind));
}

/** Every component that is referred to from here, directly or through another. */
function referencesFrom(from: unknown, components: Components): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    for (const [, reference = ''] of JSON.stringify(value).matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)) {
      if (found.has(reference)) continue;
      found.add(reference);
      const [, , kind = '', name = ''] = reference.split('/');
      visit(components[kind]?.[name] ?? null);
    }
  };
  visit(from);
  return found;
}

/** The entries of the inner records that are wanted; outer ones without any are left out. */
function filterTwice<Value>(
  record: Readonly<Record<string, Readonly<Record<string, Value>>>>,
  isWanted: (outer: string, inner: string) => boolean,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  return Object.fromEntries(
    Object.entries(record)
      .map(([outer, inner]) => [
        outer,
        Object.fromEntries(Object.entries(inner).filter(([name]) => isWanted(outer, name))),
      ])
      .filter(([, inner]) => Object.keys(inner as object).length > 0),
  );
}
