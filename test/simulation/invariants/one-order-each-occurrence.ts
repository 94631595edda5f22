import { dataOf, defineInvariant } from './define-invariant.ts';

export const oneOrderEachOccurrence = defineInvariant({
  name: 'one-order-each-occurrence',
  number: 11,
  sentence:
    'An occurrence of a recurring order has one order at most, and none is created for a time that has passed.',
  watch({ world }, report) {
    const seen = new Map<string, string>();
    world.listen(({ before, after }) => {
      if (after?.type !== 'order' || before) return;
      const { id, recurring, dropoffEndTime } = dataOf(after) as {
        readonly id: string;
        readonly recurring?: { readonly id: string; readonly date: string };
        readonly dropoffEndTime?: string;
      };
      if (!recurring) return;
      const occurrence = `${recurring.id} ${recurring.date}`;
      if (seen.has(occurrence)) report(`${occurrence} has the orders ${seen.get(occurrence)} and ${id}.`);
      seen.set(occurrence, id);
      if (dropoffEndTime !== undefined && Date.parse(dropoffEndTime) < world.now()) {
        report(`${id} of ${occurrence} was to arrive by ${dropoffEndTime}, before it was created.`);
      }
    });
  },
});
