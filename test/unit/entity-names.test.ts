import { expect, it } from 'vitest';
import { collectUnits } from '../../cdk/tools/collect-units.ts';

it('the names of entities are written in camelCase, each once', async () => {
  const names = (await collectUnits()).entities.map(({ unit }) => unit.name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z0-9]*)*$/.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
