import { defineInvariant } from './define-invariant.ts';

export const keysHaveOneEffect = defineInvariant({
  name: 'keys-have-one-effect',
  number: 11,
  sentence: 'A request that is sent again under its key makes one thing.',
  atEnd({ world }, report) {
    const made = new Map<string, string[]>();
    for (const { data } of world.items('event')) {
      if (data.name !== 'order.created') continue;
      const order = world.items('order').find(({ data: one }) => one.id === data.aggregateId)?.data;
      const mark = (order?.orderMetadata as { readonly mark?: string } | undefined)?.mark;
      if (!mark) continue;
      made.set(mark, [...(made.get(mark) ?? []), String(data.aggregateId)]);
    }
    for (const [mark, ids] of made) {
      if (new Set(ids).size > 1) report(`The request ${mark} made ${[...new Set(ids)].join(' and ')}.`);
      if (ids.length > new Set(ids).size) report(`${ids[0]} was created twice.`);
    }
  },
});
