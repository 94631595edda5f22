import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../../../functions/api/index.ts';
import { PERMISSIONS } from '../../../lib/platform/access/index.ts';
import { type Names, namesOf } from './names.ts';
import { addToList, CannotScaffold, fill, type Plan, readText } from './plan.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const LIST_OF_AREAS = 'functions/api/index.ts';

/** `endpoint AREA NAME METHOD PATH`: the endpoint, its test and its line in the area; the area, too, when it is new. */
export function newEndpoint(root: string, args: readonly string[]): Plan {
  const area = namesOf('area', args[0]);
  const name = namesOf('name of the endpoint', args[1]);
  const { method, path, parameters } = routeOf(args[2], args[3]);
  const folder = `functions/api/${area.kebab}`;
  const file = `${folder}/${name.kebab}.ts`;
  const test = `test/unit/${folder}/${name.kebab}.test.ts`;
  requireFree(root, { file, test, operation: name.camel, method, path });
  const siblings = siblingsOf(root, folder);
  const permission = permissionFor(method, siblings);
  const values = {
    ...valuesOf({ method, parameters }),
    camel: name.camel,
    name: name.kebab,
    summary: name.sentence,
    area: area.kebab,
    areaCamel: area.camel,
    heading: firstMatch(siblings, /^ {2}area: '([^']+)',$/m) ?? area.title,
    method,
    path,
    permission,
  };
  return {
    writes: new Map([
      [file, fill('endpoint.ts', values)],
      [test, fill('endpoint.test.ts', values)],
      ...listings(root, folder, area, name, values),
    ]),
    next: [
      `Give ${file} its schemas, its refusals and a handler that makes one call to the domain.`,
      `Check its permission: ${permission} (lib/platform/access/permissions.ts has all).`,
      'Narrow it to the limits of callers, or leave it refused to limited ones (`forLimited`).',
      ...(parameters.length > 0
        ? [
            `Add a resource of the caller's own for it to test/support/own-resources.ts: others must not reach it.`,
          ]
        : []),
      'Run "npm run generate" for the OpenAPI document and the table of the area.',
    ],
  };
}

function routeOf(method: string | undefined, path: string | undefined) {
  if (method === undefined || !METHODS.includes(method)) {
    throw new CannotScaffold(`The method "${method ?? ''}" is not one of ${METHODS.join(', ')}.`);
  }
  if (path === undefined || !/^(?:\/(?:[a-z0-9_.-]+|\{[a-z]\w*\}))+$/.test(path)) {
    throw new CannotScaffold(`The path "${path ?? ''}" is not of the form /v1/orders/{id}.`);
  }
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) };
}

function requireFree(
  root: string,
  given: {
    readonly file: string;
    readonly test: string;
    readonly operation: string;
    readonly method: string;
    readonly path: string;
  },
): void {
  for (const path of [given.file, given.test]) {
    if (existsSync(join(root, path)))
      throw new CannotScaffold(`${path} already exists: choose another name.`);
  }
  for (const endpoint of areas.flatMap(({ endpoints }) => endpoints)) {
    if (endpoint.name === given.operation) {
      throw new CannotScaffold(`The operation ${given.operation} already exists: ${endpoint.routeKey}.`);
    }
    if (endpoint.method === given.method && shapeOf(endpoint.path) === shapeOf(given.path)) {
      throw new CannotScaffold(`The route ${endpoint.routeKey} already exists: it is ${endpoint.name}.`);
    }
  }
}

/** Paths that differ in the names of their parameters only are one route. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/** Texts of the endpoints that the area has; none when it is new. */
function siblingsOf(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readText(root, `${folder}/${name}`));
}

/** What the area's other endpoints that read, or write, ask for. */
function permissionFor(method: string, siblings: readonly string[]): string {
  const kind = method === 'GET' ? 'READ' : 'WRITE';
  const usual = firstMatch(siblings, new RegExp(`^ {2}permission: '(${kind}_\\w+)',$`, 'm'));
  return usual ?? PERMISSIONS.find((permission) => permission.startsWith(kind)) ?? PERMISSIONS[0];
}

function firstMatch(texts: readonly string[], pattern: RegExp): string | undefined {
  return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
}

/** The parts of the templates that follow from method and path: what comes in is given back. */
function valuesOf({ method, parameters }: { method: string; parameters: readonly string[] }) {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const list = (items: readonly string[]) => items.join(', ');
  const object = (fields: readonly string[]) => `{ ${list(fields)} }`;
  const params = object(parameters.map((name) => `${name}: z.string()`));
  const inputs = [...(parameters.length > 0 ? ['path'] : []), ...(hasBody ? ['body'] : [])];
  const examples = parameters.map((name) => `${name}: '${name}-1'`);
  const note = hasBody ? ["note: 'Ring twice.'"] : [];
  return {
    parts: [
      ...(parameters.length > 0 ? [`  params: z.object(${params}),\n`] : []),
      ...(hasBody
        ? ["  body: z.object({ note: z.string().max(500) }),\n  bodyExample: { note: 'Ring twice.' },\n"]
        : []),
    ].join(''),
    destructured: list([...(inputs.length > 0 ? [`input: ${object(inputs)}`] : []), 'ctx']),
    replyFields: list([
      'organizationId: z.string()',
      ...parameters.map((name) => `${name}: z.string()`),
      ...(hasBody ? ['note: z.string()'] : []),
    ]),
    replyExample: list(["organizationId: 'org_01KAAAAAAAAAAAAAAAAAAAAAAA'", ...examples, ...note]),
    replyValues: list([
      'organizationId: ctx.organizationId',
      ...parameters.map((name) => `${name}: path.${name}`),
      ...(hasBody ? ['note: body.note'] : []),
    ]),
    request: [
      ...(examples.length > 0 ? [`params: ${object(examples)}, `] : []),
      ...(hasBody ? [`body: ${object(note)}, `] : []),
    ].join(''),
    expected: list(["organizationId: 'org_test'", ...examples, ...note]),
  };
}

/** The area with the endpoint in it, and the list of areas when the area is new. */
function listings(
  root: string,
  folder: string,
  area: Names,
  name: Names,
  values: Readonly<Record<string, string>>,
): [string, string][] {
  const index = `${folder}/index.ts`;
  if (existsSync(join(root, index))) {
    const line = `import { ${name.camel} } from './${name.kebab}.ts';`;
    const text = addToList(index, readText(root, index), 'endpoints: [', { line, entry: name.camel });
    return [[index, text]];
  }
  const line = `import { ${area.camel}Area } from './${area.kebab}/index.ts';`;
  const entry = `${area.camel}Area`;
  const list = readText(root, LIST_OF_AREAS);
  return [
    [index, fill('area.ts', values)],
    [LIST_OF_AREAS, addToList(LIST_OF_AREAS, list, 'areas: readonly Area[] = [', { line, entry })],
  ];
}
