import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import type { JobDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { jobDeps } from '../../compose/dispatch-deps.ts';
import { askWhatIf } from './ask-what-if.ts';
import { autodispatchOrder, autodispatchOrderByExternalId } from './autodispatch-order.ts';
import { checkInvoice, getInvoiceDispute } from './check-invoice.ts';
import { checkOrder } from './check-order.ts';
import { getDispatchRules, replaceRules } from './dispatch-rules.ts';
import { evaluateDispatch } from './evaluate-dispatch.ts';
import { getQuotes } from './get-quotes.ts';
import { refreshQuotes } from './refresh-quotes.ts';
import { selectQuote } from './select-quote.ts';
import { undispatchOrder, undispatchOrderByExternalId } from './undispatch-order.ts';

/** Dispatch: quotes, and orders on their way to a provider. */
export const dispatchArea = defineArea<JobDeps>({
  name: 'dispatch',
  endpoints: [
    getQuotes,
    refreshQuotes,
    selectQuote,
    autodispatchOrder,
    autodispatchOrderByExternalId,
    undispatchOrder,
    undispatchOrderByExternalId,
    evaluateDispatch,
    checkOrder,
    askWhatIf,
    checkInvoice,
    getInvoiceDispute,
    getDispatchRules,
    replaceRules,
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', credentials: 'read', geocodes: true },
});

export const handler = serveArea(dispatchArea, jobDeps);
