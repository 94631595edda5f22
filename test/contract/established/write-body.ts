import { z } from 'zod';
import { schemaName } from './schema-names.ts';

/** How much a body says: what its schema requires, or everything. */
export type Extent = 'least' | 'most';

/** What bodies are written with. */
export interface Writing {
  /** Values by `schema.field`, or by the field's name alone. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Fields that exclude each other, by schema: each turn leaves out one of these sets. */
  readonly leaveOut: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Fields that the least body has as well. */
  readonly needs: readonly string[];
}

/** One request: how much it says, and which value of each set has its turn. */
export interface Turn {
  readonly extent: Extent;
  readonly turn: number;
}

/**
 * The requests to an operation: the least, and as many of the most as it takes until each value of each set has had its
 * turn. Sets in `shown` have had theirs with an earlier operation; new ones are added to them.
 */
export function turnsOf(
  parts: readonly (z.core.$ZodType | undefined)[],
  writing: Writing,
  shown: Set<z.core.$ZodType>,
): readonly Turn[] {
  const written = parts.filter((part) => part !== undefined);
  const first: Turn = { extent: 'least', turn: 0 };
  if (written.length === 0) return [first];
  const dry = new BodyWriter(writing, { extent: 'most', turn: 0 }, shown);
  for (const part of written) dry.write(part);
  return [first, ...Array.from({ length: dry.turns }, (_, turn) => ({ extent: 'most' as const, turn }))];
}

/** Depth to which a schema inside itself is written. */
const DEPTH = 2;

/** Writes one body. */
export class BodyWriter {
  /** Number of turns after which every value has been written. */
  turns = 1;
  readonly #open: z.core.$ZodType[] = [];

  readonly #writing: Writing;
  readonly #extent: Extent;
  readonly #turn: number;
  readonly #shown: Set<z.core.$ZodType>;

  constructor(writing: Writing, { extent, turn }: Turn, shown = new Set<z.core.$ZodType>()) {
    this.#writing = writing;
    this.#extent = extent;
    this.#turn = turn;
    this.#shown = shown;
  }

  write(schema: z.core.$ZodType, at = ''): unknown {
    if (schema instanceof z.ZodLazy || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
      return this.write(schema.unwrap(), at);
    if (schema instanceof z.ZodUnion)
      return this.write(this.#turnOf(schema.options), schemaName(schema) ?? at);
    if (schema instanceof z.ZodLiteral) return schema.value;
    if (schema instanceof z.ZodEnum) return this.#turnOf(schema.options, schema);
    if (schema instanceof z.ZodArray) {
      const sets = schema.element instanceof z.ZodUnion ? schema.element.options : [schema.element];
      const all = sets.flatMap((set) => (set instanceof z.ZodEnum ? set.options : []));
      return all.length > 0 ? all : [this.write(schema.element, at)];
    }
    if (schema instanceof z.ZodObject) return this.#object(schema, at);
    if (schema instanceof z.ZodBoolean) return this.#turnOf([true, false]);
    if (schema instanceof z.ZodNumber) {
      const { minValue, maxValue } = schema;
      const isBound = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER;
      const from = minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? minValue : 1;
      return isBound ? this.#turnOf([from, maxValue]) : from;
    }
    if (schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown) return { any: 'value' };
    return 'any';
  }

  #object(schema: z.ZodObject, at: string): unknown {
    const name = schemaName(schema) ?? at;
    if (this.#open.filter((open) => open === schema).length >= DEPTH) return {};
    this.#open.push(schema);
    const { values, leaveOut, needs } = this.#writing;
    const sets = leaveOut[name] ?? [];
    const left = sets.length === 0 ? [] : this.#turnOf(sets);
    const written = Object.entries(schema.shape)
      .filter(
        ([field, type]) =>
          !left.includes(field) &&
          (this.#extent === 'most' || needs.includes(field) || !(type instanceof z.ZodOptional)),
      )
      .map(([field, type]) => [
        field,
        this.#valueOf(values[`${name}.${field}`] ?? values[field], type, `${name}.${field}`),
      ]);
    this.#open.pop();
    return Object.fromEntries(written);
  }

  #valueOf(known: unknown, type: z.core.$ZodType, at: string): unknown {
    if (known === undefined) return this.write(type, at);
    return typeof known === 'function' ? known(this.#turn) : known;
  }

  #turnOf<Value>(values: readonly Value[], set?: z.core.$ZodType): Value {
    if (set === undefined || !this.#shown.has(set)) this.turns = Math.max(this.turns, values.length);
    if (set) this.#shown.add(set);
    return values[this.#turn % values.length] as Value;
  }
}
