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
  brand extend safeExtend partial required pick omit strict loose catchall unwrap
`);

/** Of these methods, those whose result has the fields and options of their schema. */
const KEEPS_PARTS = wordsOf('meta describe check refine superRefine strict loose catchall');

/** Methods whose arguments are no schemas. */
const TAKES_VALUES = wordsOf('meta describe default prefault catch');

type Make = () => object;

type Shape = Readonly<Record<string, unknown>>;

/** Parts of a schema that are known before it is built, because they are what it was called with. */
interface Parts {
  readonly shape?: Shape;
  readonly options?: readonly unknown[];
}

/** What stands behind a deferred schema. */
interface Deferred {
  readonly make: Make;
  readonly parts: Parts;
}

/** `value` with the schemas in it in place of deferred ones. */
function made(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const make = (value as { readonly [MAKE]?: Make })[MAKE];
  if (make !== undefined) return make();
  if (Array.isArray(value)) return value.map(made);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return withMembers(
    membersOf(value).map(([name, member]) => [
      name,
      'value' in member ? { ...member, value: made(member.value) } : member,
    ]),
  );
}

type Member = readonly [string, PropertyDescriptor];

function membersOf(value: object): readonly Member[] {
  return Object.entries(Object.getOwnPropertyDescriptors(value));
}

/** An object of these members. A getter stays one: it is a schema that contains itself, and is read when that is there. */
function withMembers(members: readonly Member[]): Shape {
  return Object.defineProperties({}, Object.fromEntries(members));
}

/** Parts of what a method returns. */
function partsAfter(name: string | symbol, { shape, options }: Parts, [given]: readonly unknown[]): Parts {
  if (KEEPS_PARTS.has(name)) return { shape, options };
  if (!shape) return {};
  const members = membersOf(shape);
  if (name === 'extend' || name === 'safeExtend')
    return { shape: withMembers([...members, ...membersOf(given as Shape)]) };
  if (name === 'pick' || name === 'omit') {
    const isKept = name === 'pick';
    return {
      shape: withMembers(members.filter(([field]) => Object.hasOwn(given as Shape, field) === isKept)),
    };
  }
  return {};
}

const handler: ProxyHandler<Deferred> = {
  get({ make, parts }, name) {
    if (name === MAKE) return make;
    if (name === 'shape' || name === 'options') return parts[name] ?? Reflect.get(make(), name);
    if (!CHAINED.has(name)) return Reflect.get(make(), name);
    const mapped = TAKES_VALUES.has(name) ? (value: unknown) => value : made;
    return (...given: unknown[]) => {
      const call = () => {
        const schema = make() as Readonly<Record<string | symbol, (...args: unknown[]) => object>>;
        return schema[name]!(...given.map(mapped));
      };
      // Without an argument, `meta` returns what a schema was given.
      if (name === 'meta' && given.length === 0) return call();
      return deferred(call, partsAfter(name, parts, given));
    };
  },
  has: ({ make }, name) => name === MAKE || name in make(),
  getPrototypeOf: ({ make }) => Reflect.getPrototypeOf(make()),
};

function wordsOf(text: string): ReadonlySet<string | symbol> {
  return new Set(text.trim().split(/\s+/));
}

function deferred(create: Make, parts: Parts = {}): object {
  let schema: object | undefined;
  const make = () => {
    schema ??= create();
    return schema;
  };
  return new Proxy<Deferred>({ make, parts }, handler);
}

// biome-ignore lint/suspicious/noExplicitAny: the types are those of zod itself
function later(maker: () => (...given: any[]) => object, partsOf?: (given: unknown) => Parts) {
  return (...given: unknown[]) => deferred(() => maker()(...given.map(made)), partsOf?.(given[0]));
}

const shapeIs = (shape: unknown): Parts => ({ shape: (shape ?? {}) as Shape });
const optionsAre = (values: unknown): Parts => (Array.isArray(values) ? { options: values } : {});

export const string = /* @__PURE__ */ later(() => zod.string);
export const object = /* @__PURE__ */ later(() => zod.object, shapeIs);
export const strictObject = /* @__PURE__ */ later(() => zod.strictObject, shapeIs);
export const looseObject = /* @__PURE__ */ later(() => zod.looseObject, shapeIs);
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
export const url = /* @__PURE__ */ later(() => zod.url);
export const email = /* @__PURE__ */ later(() => zod.email);
export const json = /* @__PURE__ */ later(() => zod.json);
export const never = /* @__PURE__ */ later(() => zod.never);
export const custom = /* @__PURE__ */ later(() => zod.custom);
export const iso = {
  date: /* @__PURE__ */ later(() => zod.iso.date),
  datetime: /* @__PURE__ */ later(() => zod.iso.datetime),
};
export const coerce = { number: /* @__PURE__ */ later(() => zod.coerce.number) };

/** What is registered of a schema is found by the schema itself. */
export const toJSONSchema: typeof zod.toJSONSchema = ((schema: object, ...rest: never[]) =>
  zod.toJSONSchema(made(schema) as zod.ZodType, ...rest)) as typeof zod.toJSONSchema;

const enumOf = /* @__PURE__ */ later(() => zod.enum, optionsAre);
const nothing = /* @__PURE__ */ later(() => zod.null);

export { enumOf as enum, nothing as null };
