import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { createDeliveryIncident, getDeliveryIncident } from './delivery-incident.ts';
import { getRefundRequest, listRefundRequests } from './read-refunds.ts';
import { reviewRefundRequest } from './review-refund.ts';

/** Reports about deliveries, and the money that is asked back. */
export const incidentsArea = defineArea({
  name: 'incidents',
  endpoints: [
    createDeliveryIncident,
    getDeliveryIncident,
    listRefundRequests,
    getRefundRequest,
    reviewRefundRequest,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(incidentsArea, coreDeps);
