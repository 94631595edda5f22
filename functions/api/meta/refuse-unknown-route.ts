import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import { methodNotAllowed } from '../../../lib/platform/http/index.ts';
import { apiDocument } from './api-document.ts';

/** Every path of the API as a pattern, with its methods. */
const paths = Object.entries(apiDocument.paths).map(([template, operations]) => ({
  pattern: new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map(escapeRegExp)
      .join('[^/]+')}$`,
  ),
  parameters: template.split(/\{\w+\}/).length - 1,
  methods: Object.keys(operations).map((method) => method.toUpperCase()),
}));

/** Why no route matched: the path exists with other methods (405), or it does not exist (404). */
export function refuseUnknownRoute({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): Refusal {
  const matching = paths.filter(({ pattern }) => pattern.test(path));
  // `/v1/routes/dispatch` is a path of its own, not a route with the id `dispatch`.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const own = matching.filter(({ parameters }) => parameters === fewest);
  const allowed = [...new Set(own.flatMap(({ methods }) => methods))].sort();
  if (allowed.length === 0) return notFound(`There is no path "${path}". /docs lists all paths.`, { path });
  return methodNotAllowed(`"${path}" does not support ${method}. Use ${allowed.join(', ')}.`, {
    method,
    allowed,
  });
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
