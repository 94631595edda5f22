import type { JsonSchema, Tool } from './tool.ts';

/** Deeper types are shown as `object`: an assistant needs the outline, and the API names invalid fields. */
const MAX_DEPTH = 3;

/** A tool as a TypeScript function for code of `runCode`. */
export function signatureOf(tool: Tool, definitions: Readonly<Record<string, JsonSchema>>): string {
  const given = typeText(tool.inputSchema, definitions, 0);
  const reply = typeText(tool.outputSchema, definitions, 1);
  return `api.${tool.name}(args: ${given}): ${reply}`;
}

function typeText(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  depth: number,
): string {
  const again = (inner: unknown, deeper = 1) =>
    typeText((inner ?? {}) as JsonSchema, definitions, depth + deeper);
  if (typeof schema.$ref === 'string') {
    const found = definitions[schema.$ref.replace('#/$defs/', '')];
    return found && depth < MAX_DEPTH ? again(found) : 'object';
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const options = (schema.anyOf ?? schema.oneOf) as readonly unknown[] | undefined;
  if (options) return [...new Set(options.map((one) => again(one, 0)))].join(' | ');
  if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => again(one, 0)).join(' & ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => plainText(String(type), schema, depth, again)).join(' | ');
}

function plainText(
  type: string,
  { properties, required, items }: JsonSchema,
  depth: number,
  again: (inner: unknown) => string,
): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${again(items)})[]`;
  if (type !== 'object') return type === 'undefined' ? 'unknown' : type;
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, unknown>>);
  if (fields.length === 0 || depth >= MAX_DEPTH) return 'object';
  const needed = Array.isArray(required) ? required : [];
  const texts = fields.map(([name, inner]) => `${name}${needed.includes(name) ? '' : '?'}: ${again(inner)}`);
  return `{ ${texts.join('; ')} }`;
}
