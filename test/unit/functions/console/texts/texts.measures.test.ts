import { expect, it } from 'vitest';
import { texts as german } from '../../../../../functions/console/texts/measures.de.ts';
import { texts as spanish } from '../../../../../functions/console/texts/measures.es.ts';
import { MEASURES } from '../../../../../lib/operations/insight/measures.ts';

/** Names of measures and of their parts. */
const NAMES = new Set(
  MEASURES.flatMap(({ name, formula }) => [
    name,
    ...(formula.kind === 'breakdown' ? Object.keys(formula.parts) : []),
  ]),
);

it.each([
  ['Spanish', spanish.words],
  ['German', german.words],
])('46 every measure, and every part of one, has its name in %s, and nothing else', (_, words) => {
  expect(Object.keys(words).toSorted()).toEqual([...NAMES].toSorted());
});
