import type { Operation } from './openapi-document.ts';

/** A command line that calls the operation with its example. `$BASE_URL` and `$API_KEY` are the reader's. */
export function curlLine(call: {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}): string {
  const { method, path, operation } = call;
  const example = operation.requestBody?.content['application/json']?.example;
  const url = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `$${name.replace(/([A-Z])/g, '_$1').toUpperCase()}`,
  );
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE_URL${url}"`,
    ...(operation['x-permission'] ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(operation.requestBody ? ["-H 'Content-Type: application/json'"] : []),
    ...(example === undefined ? [] : [`-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}
