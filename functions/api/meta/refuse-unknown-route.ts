import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import { refuseUnknownRoute as refuse } from '../../../lib/platform/http/index.ts';
import { onFirstUse } from '../../../lib/platform/runtime/index.ts';
import { apiDocument } from './api-document.ts';

/** Every operation of the API, those of other areas included. */
const operations = onFirstUse(() =>
  Object.entries(apiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
  ),
);

/** Why no route of the API matched. */
export function refuseUnknownRoute(request: { readonly method: string; readonly path: string }): Refusal {
  return refuse(operations, request);
}
