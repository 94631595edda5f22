import { defineLoad } from './define-load.ts';

/** Rules that choose a strategy for orders that name none. */
export const dispatchRulesLoad = defineLoad({
  area: 'dispatch rules',
  isDrawn: true,
  drives: ['PUT /v1/dispatch_rules', 'GET /v1/dispatch_rules'],
  actions: [
    {
      name: 'rules of dispatch are replaced',
      weight: 8,
      async run(client) {
        const optionsGroupId = client.any(client.known.strategies);
        if (!optionsGroupId) return;
        const value = client.random.between(1, 300);
        await client.call('PUT /v1/dispatch_rules', {
          body: {
            rules: client.random.chance(0.3)
              ? []
              : [
                  {
                    label: 'Dear goods',
                    conditions: [{ field: 'package.value', operator: 'greater_than', value }],
                    optionsGroupId,
                  },
                ],
          },
        });
        await client.call('GET /v1/dispatch_rules');
      },
    },
  ],
});
