import { expect, it } from 'vitest';
import { workflowTemplates } from '../../../../../lib/automations/index.ts';
import { validateDefinition } from '../../../../../lib/workflows/index.ts';

it.each(workflowTemplates)('the template $id can be saved in any organization', ({ definition }) => {
  const nothing = { dispatchStrategies: [], customEvents: [], agents: [], connections: [], destinations: [] };
  expect(validateDefinition(definition, nothing)).toEqual([]);
});

it('ten templates are shipped, each under its own id', () => {
  expect(new Set(workflowTemplates.map(({ id }) => id)).size).toBe(10);
});
