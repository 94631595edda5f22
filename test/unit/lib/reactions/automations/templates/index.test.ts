import { expect, it } from 'vitest';
import { validateDefinition } from '../../../../../../lib/engines/workflows/index.ts';
import { workflowTemplates } from '../../../../../../lib/reactions/automations/index.ts';

it.each(workflowTemplates)('the template $id can be saved in any organization', ({ definition }) => {
  const nothing = { dispatchStrategies: [], customEvents: [], agents: [], connections: [], destinations: [] };
  expect(validateDefinition(definition, nothing)).toEqual([]);
});

it('ten templates are shipped, each under its own id', () => {
  expect(new Set(workflowTemplates.map(({ id }) => id)).size).toBe(10);
});
