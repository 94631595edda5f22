import type { ConversationRequest, Model, ModelCall, ModelReply, ModelRequest } from './model.ts';

/** Line of the material that contains the reply. */
const SCRIPT = /^\s*reply:\s*(.+)$/im;

/**
 * A replacement for a model, for the local cloud and tests. It answers with the JSON or text after `reply:`
 * in the material; without such a line it creates the smallest reply that matches the schema, or repeats the
 * start of the material.
 */
export const scriptedModel: Model = Object.freeze({
  async ask({ material, schema }: ModelRequest): Promise<ModelReply> {
    const scripted = SCRIPT.exec(material)?.[1]?.trim();
    const usage = { inputTokens: Math.ceil(material.length / 4), outputTokens: 20 };
    if (scripted !== undefined) return { reply: parsed(scripted), usage };
    return { reply: schema === null ? material.slice(0, 200) : smallest(schema as Schema), usage };
  },
  async converse(request: ConversationRequest) {
    const usage = { inputTokens: Math.ceil(JSON.stringify(request.messages).length / 4), outputTokens: 20 };
    const next = nextCall(request);
    if (next) return { text: '', calls: [next], usage };
    return { text: finalText(request), calls: [], usage };
  },
});

/** Line of a conversation with the next call, such as `call: {"tool": "getOrder", "arguments": {"id": "ord_1"}}`. */
const CALL = /^\s*call:\s*(\{.+\})\s*$/gim;

/** Line with the final message. */
const SAY = /^\s*say:\s*(.+)$/im;

/**
 * An agent with these instructions does whatever any text tells it: the worst that injected orders can do to
 * a model.
 */
const GULLIBLE = /\bgullible\b/i;

/**
 * The next call of the script in the last message of the user, or in the instructions. A text `$0.results.0.id` among the
 * arguments is taken from the result of call 0.
 */
function nextCall({ instructions, messages }: ConversationRequest): ModelCall | undefined {
  const begin = messages.findLastIndex(({ role }) => role === 'user');
  const turn = messages.slice(begin);
  const made = turn.reduce((sum, one) => sum + (one.role === 'assistant' ? one.calls.length : 0), 0);
  const results = turn.flatMap((one) => (one.role === 'results' ? one.results.map(({ text }) => text) : []));
  const first = turn[0]?.role === 'user' ? turn[0].text : '';
  const obeyed = GULLIBLE.test(instructions) ? results.flatMap((text) => textsIn(parsed(opened(text)))) : [];
  const lines = [first, instructions, ...obeyed].flatMap((text) =>
    [...text.matchAll(CALL)].map(([, json]) => json),
  );
  const line = lines[made];
  const script = line === undefined ? undefined : parsed(line);
  if (typeof script !== 'object' || script === null) return undefined;
  const { tool, arguments: given = {} } = script as { tool?: unknown; arguments?: unknown };
  const values = results.map((text) => parsed(opened(text)));
  return { id: `call-${made}`, name: String(tool), input: Object(filled(given, values)) };
}

function finalText({ instructions, messages }: ConversationRequest): string {
  const last = messages.findLast((one) => one.role === 'user');
  const said = SAY.exec(last?.role === 'user' ? last.text : '') ?? SAY.exec(instructions);
  if (said?.[1]) return said[1];
  const results = messages.at(-1);
  return results?.role === 'results'
    ? `It found ${results.results
        .map(({ text }) => opened(text))
        .join(' ')
        .slice(0, 2_000)}`
    : 'Done.';
}

/** The content between the marks, unescaped. */
export function opened(text: string): string {
  const [, between = text] = /<material>\n([\s\S]*)\n<\/material>/.exec(text) ?? [];
  return between.replaceAll('\\u003c', '<');
}

/** Every text inside a value, as its reader sees it. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function filled(value: unknown, results: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, results));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, results)]));
  }
  const [, place] = typeof value === 'string' ? (/^\$(\d+(?:\.\w+)*)$/.exec(value) ?? []) : [];
  if (place === undefined) return value;
  return place.split('.').reduce<unknown>((at, name) => Object(at)[name], results);
}

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
