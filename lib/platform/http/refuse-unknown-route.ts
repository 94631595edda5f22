import { notFound } from '../core/common-refusals.ts';
import type { Refusal } from '../core/refusal.ts';
import { methodNotAllowed } from './refusals.ts';

/** A method at a path such as `/v1/order/{id}`. */
interface Operation {
  readonly method: string;
  readonly path: string;
}

/** Why no endpoint answers a request: the path exists with other methods (405), or it does not exist (404). */
export function refuseUnknownRoute(
  operations: readonly Operation[],
  { method, path }: { readonly method: string; readonly path: string },
): Refusal {
  const matching = operations
    .filter((operation) => patternOf(operation.path).test(path))
    .map((operation) => ({ ...operation, parameters: operation.path.split('{').length - 1 }));
  // `/v1/routes/dispatch` is a path of its own, not a route with the id `dispatch`.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const own = matching.filter(({ parameters }) => parameters === fewest);
  const allowed = [...new Set(own.map((operation) => operation.method))].sort();
  if (allowed.length === 0) return notFound(`There is no path "${path}". /docs lists all paths.`, { path });
  return methodNotAllowed(`"${path}" does not support ${method}. Use ${allowed.join(', ')}.`, {
    method,
    allowed,
  });
}

function patternOf(template: string): RegExp {
  const texts = template.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${texts.join('[^/]+')}$`);
}
