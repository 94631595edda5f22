import type { OpenapiDocument } from '../../lib/platform/http/docs/openapi-document.ts';
import type { Area } from '../../lib/platform/http/index.ts';

/**
 * One document per area, complete in itself: the area's operations, and of the components those that they refer to. An
 * area without operations has none.
 */
export function splitDocument(
  document: OpenapiDocument,
  areas: readonly Area[],
): ReadonlyMap<string, OpenapiDocument> {
  return new Map(
    areas
      .filter(({ endpoints }) => endpoints.length > 0)
      .map((area) => [area.name, documentOf(document, area)]),
  );
}

function documentOf(document: OpenapiDocument, { endpoints }: Area): OpenapiDocument {
  const isOwn = (path: string, method: string) =>
    endpoints.some((endpoint) => endpoint.path === path && endpoint.method.toLowerCase() === method);
  const paths = filterTwice(document.paths, isOwn);
  const headings = new Set(endpoints.map(({ area }) => area));
  const { webhooks: all = {}, ...common } = document;
  const webhooks = Object.fromEntries(
    Object.entries(all).filter(([, { post }]) => post?.tags?.some((tag) => headings.has(tag))),
  );
  const components = (document.components ?? {}) as Components;
  const used = referencesFrom([paths, webhooks], components);
  return {
    ...common,
    tags: (document.tags ?? []).filter(({ name }) => headings.has(name)),
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: filterTwice(
      components,
      (kind, name) => kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`),
    ),
  };
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

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
