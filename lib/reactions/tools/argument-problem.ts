import { requestProblem } from './call-tool.ts';
import type { JsonSchema, Tool, ToolCatalogue } from './tool.ts';

/**
 * What is wrong with the arguments of a call, as far as the tool's schema shows: names, missing fields and types.
 * Undefined when nothing is. The operation itself judges the rest when it is called.
 */
export function argumentProblem(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { definitions }: Pick<ToolCatalogue, 'definitions'>,
): string | undefined {
  const problem = requestProblem(tool, given);
  if (problem !== undefined || !tool.takesBody) return problem;
  const wanted = Object(tool.inputSchema.properties).body as JsonSchema | undefined;
  return wanted && bodyProblem(given.body ?? {}, resolved(wanted, definitions), definitions);
}

function bodyProblem(
  body: unknown,
  schema: JsonSchema,
  definitions: ToolCatalogue['definitions'],
): string | undefined {
  if (!fits(body, schema)) return `The argument "body" must be of type ${schema.type}.`;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.filter((name) => !Object.hasOwn(Object(body), name));
  if (missing.length > 0)
    return `The argument "body" needs ${missing.map((name) => `"${name}"`).join(', ')}.`;
  const wrong = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).find(
    ([name, field]) =>
      Object.hasOwn(Object(body), name) &&
      !fits(Reflect.get(Object(body), name), resolved(field, definitions)),
  );
  return (
    wrong && `"${wrong[0]}" in the argument "body" must be of type ${resolved(wrong[1], definitions).type}.`
  );
}

function resolved(schema: JsonSchema, definitions: ToolCatalogue['definitions']): JsonSchema {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1];
  return (name === undefined ? undefined : definitions[name]) ?? schema;
}

/** Whether a value is of the schema's type; schemas without one simple type take anything. */
function fits(value: unknown, { type }: JsonSchema): boolean {
  if (typeof type !== 'string') return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'null' ? value === null : typeof value === type;
}
