import { expect, it } from 'vitest';
import { texts as german } from '../../../../../functions/console/texts/failures.de.ts';
import { texts as spanish } from '../../../../../functions/console/texts/failures.es.ts';
import * as refusals from '../../../../../lib/fleet/planning/refusals.ts';
import { DISPATCH_FAILURE_CODES } from '../../../../../lib/ordering/orders/index.ts';

/** Codes of what planning refuses, or ends with; `CONFLICT` is about the settings of restrictions alone. */
const PLANNING = new Set(
  Object.values(refusals)
    .map(({ kind }) => kind.code)
    .filter((code) => code !== 'CONFLICT'),
);

it.each([
  ['Spanish', spanish],
  ['German', german],
])('44 7 every reason why a dispatch or a plan failed has its words in %s, and nothing else', (_, texts) => {
  expect(Object.keys(texts.dispatch).toSorted()).toEqual([...DISPATCH_FAILURE_CODES].toSorted());
  expect(Object.keys(texts.planning).toSorted()).toEqual([...PLANNING].toSorted());
});
