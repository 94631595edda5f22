import type { JobDeps } from '../../../lib/dispatch/index.ts';
import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { jobDeps } from '../../dispatch-deps.ts';
import { autodispatchOrder, autodispatchOrderByExternalId } from './autodispatch-order.ts';
import { createOptionsGroup } from './create-options-group.ts';
import { deleteOptionsGroup } from './delete-options-group.ts';
import { getQuotes } from './get-quotes.ts';
import { listOptionsGroups } from './list-options-groups.ts';
import { listProviders } from './list-providers.ts';
import { refreshQuotes } from './refresh-quotes.ts';
import { selectQuote } from './select-quote.ts';
import { updateOptionsGroup } from './update-options-group.ts';

/** Dispatch: strategies, providers, quotes, and orders on their way to a provider. */
export const dispatchArea = defineArea<JobDeps>({
  name: 'dispatch',
  endpoints: [
    createOptionsGroup,
    listOptionsGroups,
    updateOptionsGroup,
    deleteOptionsGroup,
    listProviders,
    getQuotes,
    refreshQuotes,
    selectQuote,
    autodispatchOrder,
    autodispatchOrderByExternalId,
  ],
  uses: { table: 'readWrite', geocodes: true },
});

export const handler = serveArea(dispatchArea, jobDeps);
