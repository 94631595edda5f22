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
  ['Spanish', spanish],
  ['German', german],
])(
  '46 every measure has its name, those of its parts, and what it counts in %s, and nothing else',
  (_, texts) => {
    expect(Object.keys(texts.words).toSorted()).toEqual([...NAMES].toSorted());
    expect(Object.keys(texts.definitions).toSorted()).toEqual(MEASURES.map(({ name }) => name).toSorted());
  },
);
