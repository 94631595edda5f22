import { expect, it } from 'vitest';
import { STEP_CODES } from '../../../../../lib/fleet/planning/remedy-steps.ts';
import { MESSAGE_CODES } from '../../../../../lib/fleet/planning/word-reasons.ts';

interface Texts {
  readonly leftOut: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, (said: Readonly<Record<string, string>>) => string>>;
}

/** Values of every step. */
const SAID = {
  ...{
    vehicle: 'Van 7',
    amount: '12',
    unit: 'kg',
    dimension: 'items',
    minutes: '1',
    order: '',
    distance: '3 km',
  },
  ...{ hours: '2', stops: '4', orders: '5', capability: 'ice', label: 'Chilled', group: 'Eggs' },
};

it.each(['en', 'es', 'de'])(
  '44 7 every reason why an order has no route, and every step of a remedy, has its words in %s',
  async (language) => {
    const { texts }: { readonly texts: Texts } = await import(
      `../../../../../functions/console/texts/remedies.${language}.ts`
    );
    expect(Object.keys(texts.leftOut).toSorted()).toEqual([...MESSAGE_CODES].toSorted());
    expect(Object.keys(texts.steps).toSorted()).toEqual([...STEP_CODES].toSorted());
    for (const code of STEP_CODES) {
      const said = texts.steps[code]!(SAID);
      expect(said, code).toMatch(/^\p{Lu}.*\.$/u);
      expect(said, code).not.toMatch(/undefined|\$\{/);
    }
    // The name of another order is said with the window that ends later.
    for (const code of ['END_PICKUP_WINDOW_LATER', 'END_DELIVERY_WINDOW_LATER'])
      expect(texts.steps[code]!({ ...SAID, order: 'A-1' })).toContain('A-1');
  },
);
