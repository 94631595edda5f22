import type * as z from 'zod';
import { nearestMatch } from '../core/nearest-match.ts';

/** A field of a body that no schema knows. */
export interface IgnoredField {
  /** Its path, such as `orders[0].dropOffPhoneNumber`. */
  readonly path: string;
  /** The known name that was probably meant. */
  readonly nearest: string | undefined;
}

/** Maximum number of ignored fields that are named; a body of nonsense may have any number. */
export const MAX_NAMED = 20;

/**
 * A body with the field names of its schema: names in snake_case or in lower case become the schema's (contract-facts 1,
 * decision A15), unless both were sent. Unknown names stay and are reported, unless the schema is free-form there.
 */
export function fitNames(
  schema: z.ZodType,
  body: unknown,
): { readonly body: unknown; readonly ignored: readonly IgnoredField[] } {
  const ignored: IgnoredField[] = [];
  return { body: renamed(basesOf(schema), body, '', ignored), ignored };
}

function renamed(
  bases: readonly z.core.$ZodType[],
  value: unknown,
  path: string,
  ignored: IgnoredField[],
): unknown {
  if (Array.isArray(value)) {
    const elements = bases.flatMap((base) => (isArray(base) ? basesOf(base._zod.def.element) : []));
    if (elements.length === 0) return value;
    return value.map((item, index) => renamed(elements, item, `${path}[${index}]`, ignored));
  }
  if (typeof value !== 'object' || value === null) return value;
  const objects = bases.filter(isObject);
  // Free-form data, where every name is known.
  if (objects.length === 0 || objects.length < bases.filter(takesObjects).length) return value;
  const known = new Set(objects.flatMap((object) => Object.keys(object._zod.def.shape)));
  const inLowerCase = new Map([...known].map((name) => [name.toLowerCase(), name]));
  const isOpen = objects.some((object) => object._zod.def.catchall !== undefined);
  return Object.fromEntries(
    Object.entries(value).map(([sent, inner]) => {
      const meant = known.has(sent) ? sent : (inLowerCase.get(sent) ?? camelCase(sent));
      const name = known.has(meant) && (meant === sent || !Object.hasOwn(value, meant)) ? meant : sent;
      const at = path === '' ? sent : `${path}.${sent}`;
      if (!known.has(name)) {
        if (!isOpen && ignored.length < MAX_NAMED)
          ignored.push({ path: at, nearest: nearestMatch(sent, known) });
        return [sent, inner];
      }
      const fields = objects.flatMap((object) => {
        const field = object._zod.def.shape[name];
        return field ? basesOf(field) : [];
      });
      return [name, renamed(fields, inner, at, ignored)];
    }),
  );
}

/** Whether a schema of this kind could take an object. */
function takesObjects(base: z.core.$ZodType): boolean {
  return FREE.has(base._zod.def.type) || isObject(base);
}

/** Kinds of schemas that take objects of any names. */
const FREE = new Set(['record', 'any', 'unknown', 'custom', 'transform', 'map']);

/** The schemas that a value may meet, without their wrappers. */
function basesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  // Distinguished by their kind: the classes would bring the whole library into every bundle.
  const definition = schema._zod.def as Partial<Wrapping> & { readonly type: string };
  switch (definition.type) {
    case 'union':
      return definition.options?.flatMap(basesOf) ?? [];
    case 'intersection':
      return [definition.left, definition.right].flatMap((part) => (part ? basesOf(part) : []));
    case 'lazy':
      return definition.getter ? basesOf(definition.getter()) : [];
    case 'pipe': {
      // A preprocessed value is described by its result.
      const { in: before, out } = definition;
      const told = before?._zod.def.type === 'transform' ? out : before;
      return told ? basesOf(told) : [];
    }
    default:
      return definition.innerType ? basesOf(definition.innerType) : [schema];
  }
}

/** Properties of schemas that wrap others. */
interface Wrapping {
  readonly options: readonly z.core.$ZodType[];
  readonly left: z.core.$ZodType;
  readonly right: z.core.$ZodType;
  readonly getter: () => z.core.$ZodType;
  readonly in: z.core.$ZodType;
  readonly out: z.core.$ZodType;
  readonly innerType: z.core.$ZodType;
}

function isObject(schema: z.core.$ZodType): schema is z.core.$ZodObject {
  return schema._zod.def.type === 'object';
}

function isArray(schema: z.core.$ZodType): schema is z.core.$ZodArray {
  return schema._zod.def.type === 'array';
}

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
