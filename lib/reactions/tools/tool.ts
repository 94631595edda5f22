/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of the API as a tool: its description for assistants, and the request for a call. */
export interface Tool {
  /** Name of the operation, such as `moveStops`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Group of the tool, such as `routes`. */
  readonly group: string;
  readonly method: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** Permission that the caller needs. */
  readonly permission: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly takesBody: boolean;
  readonly takesIfMatch: boolean;
  /** Whether it only reads. */
  readonly isReadOnly: boolean;
  /** Whether it removes something that cannot simply be restored. */
  readonly isDestructive: boolean;
  /** Whether calling it twice has the same effect as calling it once. */
  readonly isIdempotent: boolean;
  readonly inputSchema: JsonSchema;
  /** Schema of an object: a reply of another type becomes its field `result`. */
  readonly outputSchema: JsonSchema;
  /** Whether the reply is not an object and is in the field `result`. */
  readonly wrapsReply: boolean;
}

/** Every tool, and the schemas that they refer to as `#/$defs/...`. */
export interface ToolCatalogue {
  readonly tools: readonly Tool[];
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** A schema with the definitions that it refers to, directly or through others. */
export function selfContained(schema: JsonSchema, definitions: ToolCatalogue['definitions']): JsonSchema {
  const needed = new Map<string, JsonSchema>();
  const collect = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const found = definitions[name];
      if (needed.has(name) || found === undefined) continue;
      needed.set(name, found);
      collect(found);
    }
  };
  collect(schema);
  return needed.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(needed) };
}
