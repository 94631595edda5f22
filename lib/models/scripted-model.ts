import type { Model, ModelReply, ModelRequest } from './model.ts';

/** Line of the material that says what the reply is to be. */
const SCRIPT = /^\s*reply:\s*(.+)$/im;

/**
 * A model without a model: for the local cloud and tests. It answers with the JSON or text behind `reply:` in the
 * material; without such a line it makes the smallest reply that fits the schema, or repeats the beginning of the
 * material.
 */
export const scriptedModel: Model = Object.freeze({
  async ask({ material, schema }: ModelRequest): Promise<ModelReply> {
    const scripted = SCRIPT.exec(material)?.[1]?.trim();
    const usage = { inputTokens: Math.ceil(material.length / 4), outputTokens: 20 };
    if (scripted !== undefined) return { reply: parsed(scripted), usage };
    return { reply: schema === null ? material.slice(0, 200) : smallest(schema as Schema), usage };
  },
});

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function smallest(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return smallest(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, smallest(property)]),
      );
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return 'scripted';
  }
}
