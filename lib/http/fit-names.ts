import * as z from 'zod';
import { nearestMatch } from '../core/nearest-match.ts';

/** A field of a body that no schema knows. */
export interface IgnoredField {
  /** Where it stands, as `orders[0].dropOffPhoneNumber`. */
  readonly path: string;
  /** The known name that was probably meant. */
  readonly nearest: string | undefined;
}

/** As many ignored fields are named; a body of nonsense has no end of them. */
export const MAX_NAMED = 20;

/**
 * A body with the field names that its schema knows: names in snake_case become those in camelCase (contract-facts 1),
 * unless both were sent. What no schema knows stays and is named, as far as the schema is not free-form there.
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
    const elements = bases.flatMap((base) =>
      base instanceof z.core.$ZodArray ? basesOf(base._zod.def.element) : [],
    );
    if (elements.length === 0) return value;
    return value.map((item, index) => renamed(elements, item, `${path}[${index}]`, ignored));
  }
  if (typeof value !== 'object' || value === null) return value;
  const objects = bases.filter((base) => base instanceof z.core.$ZodObject);
  // Free-form data, where every name is known.
  if (objects.length === 0 || objects.length < bases.filter(takesObjects).length) return value;
  const known = new Set(objects.flatMap((object) => Object.keys(object._zod.def.shape)));
  const isOpen = objects.some((object) => object._zod.def.catchall !== undefined);
  return Object.fromEntries(
    Object.entries(value).map(([sent, inner]) => {
      const camel = camelCase(sent);
      const name = !known.has(sent) && known.has(camel) && !Object.hasOwn(value, camel) ? camel : sent;
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
  return FREE.has(base._zod.def.type) || base instanceof z.core.$ZodObject;
}

/** Kinds of schemas that take objects of any names. */
const FREE = new Set(['record', 'any', 'unknown', 'custom', 'transform', 'map']);

/** The schemas that a value may meet, without what is wrapped around them. */
function basesOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(basesOf);
  if (schema instanceof z.core.$ZodIntersection) {
    return [...basesOf(schema._zod.def.left), ...basesOf(schema._zod.def.right)];
  }
  if (schema instanceof z.core.$ZodLazy) return basesOf(schema._zod.def.getter());
  if (schema instanceof z.core.$ZodPipe) {
    // A preprocessed value is told by what it is made into.
    const { in: before, out } = schema._zod.def;
    return before instanceof z.core.$ZodTransform ? basesOf(out) : basesOf(before);
  }
  const { innerType } = schema._zod.def as { readonly innerType?: z.core.$ZodType };
  return innerType ? basesOf(innerType) : [schema];
}

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
