import type { Operation } from './openapi-document.ts';

/** One operation, and where and as whom it is to be called. */
export interface SampledCall {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Pick<Operation, 'requestBody' | 'x-permission'>;
}

/** Languages that an operation is shown in. */
export const SAMPLE_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** A call of the operation with its example. What stands in the path in braces is the reader's. */
export function codeSample(call: SampledCall, language: SampleLanguage): string {
  const writers = { curl: curlSample, TypeScript: typescriptSample, Python: pythonSample };
  return writers[language](call);
}

function exampleOf({ operation }: SampledCall): unknown {
  return operation.requestBody?.content['application/json']?.example;
}

/** `/v1/order/{id}` as `/v1/order/ID`: to be replaced, and no glob of curl's. */
function withNames(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => constantCase(name));
}

function constantCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

function curlSample(call: SampledCall): string {
  const { baseUrl, apiKey, method, path, operation } = call;
  const example = exampleOf(call);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}${withNames(path)}'`,
    ...(operation['x-permission'] ? [`-H 'Authorization: Bearer ${apiKey}'`] : []),
    ...(operation.requestBody ? ["-H 'Content-Type: application/json'"] : []),
    ...(example === undefined ? [] : [`-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

function typescriptSample(call: SampledCall): string {
  const { baseUrl, apiKey, method, path } = call;
  const example = exampleOf(call);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => `${name}: '${constantCase(name)}'`).join(', ');
  const options = [
    ...(names.length > 0 ? [`  params: { path: { ${parameters} } },`] : []),
    ...(example === undefined ? [] : [`  body: ${indented(objectLiteral(example), '  ')},`]),
  ];
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `import { deliveryClient, replyOf } from 'delivery-orchestration-client';

const client = deliveryClient({ baseUrl: '${baseUrl}', apiKey: '${apiKey}' });
const reply = await replyOf(client.${method}('${path}'${given}));`;
}

function pythonSample(call: SampledCall): string {
  const { baseUrl, apiKey, method, path, operation } = call;
  const example = exampleOf(call);
  return `import requests

reply = requests.${method.toLowerCase()}(
    "${baseUrl}${withNames(path)}",${operation['x-permission'] ? `\n    headers={"Authorization": "Bearer ${apiKey}"},` : ''}${example === undefined ? '' : `\n    json=${indented(pythonLiteral(example), '    ')},`}
)
reply.raise_for_status()
print(reply.json())`;
}

/** JSON with names as JavaScript writes them. */
function objectLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}

function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => pythonLiteral(one))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const inside = parts.map((part) => `    ${indented(part, '    ')},`).join('\n');
  return isList ? `[\n${inside}\n]` : `{\n${inside}\n}`;
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
