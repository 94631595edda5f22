import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { createOptionsGroup } from './create-options-group.ts';
import { deleteOptionsGroup } from './delete-options-group.ts';
import { type StrategyDeps, strategyDeps } from './deps.ts';
import { listOptionsGroups } from './list-options-groups.ts';
import { listProviders } from './list-providers.ts';
import { updateOptionsGroup } from './update-options-group.ts';

export const strategiesArea = defineArea<StrategyDeps>({
  name: 'strategies',
  endpoints: [createOptionsGroup, listOptionsGroups, updateOptionsGroup, deleteOptionsGroup, listProviders],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(strategiesArea, strategyDeps);
