import { expect, it } from 'vitest';
import * as z from 'zod';
import { collectUnits } from '../../../../../cdk/tools/collect-units.ts';
import { GROWING_LISTS, LISTS_WRITTEN_WHOLE } from '../../../../support/lists-of-entities.ts';

/** The outermost lists and dictionaries in the stored form of an entity, as `delivery.proofOfDelivery`. */
function listsOf(schema: unknown, path: string): readonly string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => listsOf(field, `${path}.${name}`));
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) return [path];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listsOf(option, path));
  if (schema instanceof z.ZodPipe) return [...listsOf(schema.in, path), ...listsOf(schema.out, path)];
  const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodCatch];
  for (const wrapper of wrappers) {
    if (schema instanceof wrapper) return listsOf(schema.unwrap(), path);
  }
  return [];
}

it('every list of every entity has a bound, or is written as a whole', {
  timeout: 60_000,
}, async () => {
  const { entities } = await collectUnits();
  const found = new Set(entities.flatMap(({ unit }) => listsOf(unit.definition.schema, unit.name)));
  const declared = new Set([
    ...Object.keys(GROWING_LISTS),
    ...Object.entries(LISTS_WRITTEN_WHOLE).flatMap(([name, fields]) =>
      fields.map((field) => `${name}.${field}`),
    ),
  ]);
  expect([...found].filter((list) => !declared.has(list))).toEqual([]);
  expect([...declared].filter((list) => !found.has(list))).toEqual([]);
});
