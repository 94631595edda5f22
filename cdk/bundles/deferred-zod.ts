/**
 * Zod as bundles get it: a schema is built when it is first used, not when its module is loaded. A function has up to
 * 1,500 schemas, whose building takes a third of its cold start, and a request uses some tens of them.
 */
import * as zod from 'zod/v4';

export * from 'zod/v4';

/** Reads the schema behind a deferred one. */
const MAKE = Symbol('make');

/** Methods of a schema that return another schema: they are deferred as well. */
const CHAINED = wordsOf(`
  optional nullable nullish exactOptional default prefault catch meta describe readonly min max
  length regex trim startsWith endsWith toLowerCase toUpperCase nonempty int gt gte lt lte
  nonnegative positive multipleOf check refine superRefine transform overwrite pipe or and array
  brand extend safeExtend partial required pick omit strict loose catchall
`);

/** Methods whose arguments are no schemas. */
const TAKES_VALUES = wordsOf('meta describe default prefault catch');

type Make = () => object;

/** What stands behind a deferred schema. */
interface Deferred {
  readonly make: Make;
}

/** `value` with the schemas in it in place of deferred ones. */
function made(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const make = (value as { readonly [MAKE]?: Make })[MAKE];
  if (make !== undefined) return make();
  if (Array.isArray(value)) return value.map(made);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  // A getter is a schema that contains itself: it is read when the schema is there.
  const members = Object.entries(Object.getOwnPropertyDescriptors(value));
  return Object.defineProperties(
    {},
    Object.fromEntries(
      members.map(([name, member]) => [
        name,
        'value' in member ? { ...member, value: made(member.value) } : member,
      ]),
    ),
  );
}

const handler: ProxyHandler<Deferred> = {
  get({ make }, name) {
    if (name === MAKE) return make;
    if (!CHAINED.has(name)) return Reflect.get(make(), name);
    const mapped = TAKES_VALUES.has(name) ? (value: unknown) => value : made;
    return (...given: unknown[]) => {
      const call = () => {
        const schema = make() as Readonly<Record<string | symbol, (...args: unknown[]) => object>>;
        return schema[name]!(...given.map(mapped));
      };
      // Without an argument, `meta` returns what a schema was given.
      return name === 'meta' && given.length === 0 ? call() : deferred(call);
    };
  },
  has: ({ make }, name) => name === MAKE || name in make(),
  getPrototypeOf: ({ make }) => Reflect.getPrototypeOf(make()),
};

function wordsOf(text: string): ReadonlySet<string | symbol> {
  return new Set(text.trim().split(/\s+/));
}

function deferred(create: Make): object {
  let schema: object | undefined;
  const make = () => {
    schema ??= create();
    return schema;
  };
  return new Proxy<Deferred>({ make }, handler);
}

// biome-ignore lint/suspicious/noExplicitAny: the types are those of zod itself
function later(maker: () => (...given: any[]) => object) {
  return (...given: unknown[]) => deferred(() => maker()(...given.map(made)));
}

export const string = /* @__PURE__ */ later(() => zod.string);
export const object = /* @__PURE__ */ later(() => zod.object);
export const strictObject = /* @__PURE__ */ later(() => zod.strictObject);
export const looseObject = /* @__PURE__ */ later(() => zod.looseObject);
export const array = /* @__PURE__ */ later(() => zod.array);
export const int = /* @__PURE__ */ later(() => zod.int);
export const number = /* @__PURE__ */ later(() => zod.number);
export const boolean = /* @__PURE__ */ later(() => zod.boolean);
export const record = /* @__PURE__ */ later(() => zod.record);
export const partialRecord = /* @__PURE__ */ later(() => zod.partialRecord);
export const unknown = /* @__PURE__ */ later(() => zod.unknown);
export const literal = /* @__PURE__ */ later(() => zod.literal);
export const union = /* @__PURE__ */ later(() => zod.union);
export const discriminatedUnion = /* @__PURE__ */ later(() => zod.discriminatedUnion);
export const tuple = /* @__PURE__ */ later(() => zod.tuple);
export const preprocess = /* @__PURE__ */ later(() => zod.preprocess);
export const lazy = /* @__PURE__ */ later(() => zod.lazy);
export const intersection = /* @__PURE__ */ later(() => zod.intersection);

/** What is registered of a schema is found by the schema itself. */
export const toJSONSchema: typeof zod.toJSONSchema = ((schema: object, ...rest: never[]) =>
  zod.toJSONSchema(made(schema) as zod.ZodType, ...rest)) as typeof zod.toJSONSchema;

const enumOf = /* @__PURE__ */ later(() => zod.enum);
const nothing = /* @__PURE__ */ later(() => zod.null);

export { enumOf as enum, nothing as null };
