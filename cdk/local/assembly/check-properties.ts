import { type Resource, type ResourceType, UnsupportedInTemplate } from '../ports.ts';

/**
 * Throws `UnsupportedInTemplate` for the first property of `resource` that its type does not list.
 *
 * A listed path covers everything under it, unless longer paths that start with it are listed too.
 */
export function checkProperties(type: ResourceType, resource: Resource): void {
  const listed = Object.keys(type.properties).map((path) => path.split('.'));
  check(resource.properties, [], listed);

  function check(value: unknown, path: readonly string[], candidates: readonly (readonly string[])[]): void {
    const depth = path.length;
    const deeper = candidates.filter((candidate) => candidate.length > depth);
    const listedItself = candidates.length > deeper.length;
    const entries = isTree(value) ? Object.entries(value) : undefined;
    if (listedItself && (deeper.length === 0 || entries === undefined)) return;
    if (depth > 0 && (deeper.length === 0 || entries === undefined)) {
      throw new UnsupportedInTemplate(resource, path.join('.'));
    }
    for (const [key, item] of entries ?? []) {
      const matching = deeper.filter((candidate) => candidate[depth] === key || candidate[depth] === '*');
      check(item, [...path, key], matching);
    }
  }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
