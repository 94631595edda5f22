import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { createDeliveryIncident, getDeliveryIncident } from './delivery-incident.ts';
import { getRefundRequest, listRefundRequests } from './read-refunds.ts';
import { reviewRefundRequest } from './review-refund.ts';

/** Reports about deliveries, and refund requests. */
export const incidentsArea = defineArea({
  name: 'incidents',
  endpoints: [
    createDeliveryIncident,
    getDeliveryIncident,
    listRefundRequests,
    getRefundRequest,
    reviewRefundRequest,
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite' },
});

export const handler = serveArea(incidentsArea, coreDeps);
