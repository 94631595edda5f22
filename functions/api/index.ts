import type { Area } from '../../lib/platform/http/index.ts';
import { activitiesArea } from './activities/index.ts';
import { agentsArea } from './agents/index.ts';
import { aiArea } from './ai/index.ts';
import { bookingsArea } from './bookings/index.ts';
import { catalogueArea } from './catalogue/index.ts';
import { connectionsArea } from './connections/index.ts';
import { consoleArea } from './console/index.ts';
import { deliveriesArea } from './deliveries/index.ts';
import { dispatchArea } from './dispatch/index.ts';
import { documentsArea } from './documents/index.ts';
import { driverArea } from './driver/index.ts';
import { driverPhonesArea } from './driver-phones/index.ts';
import { executeArea } from './execute/index.ts';
import { fleetArea } from './fleet/index.ts';
import { incidentsArea } from './incidents/index.ts';
import { insightsArea } from './insights/index.ts';
import { jobsArea } from './jobs/index.ts';
import { manifestsArea } from './manifests/index.ts';
import { mcpArea } from './mcp/index.ts';
import { metaArea } from './meta/index.ts';
import { notificationsArea } from './notifications/index.ts';
import { orderOperationsArea } from './order-operations/index.ts';
import { ordersArea } from './orders/index.ts';
import { ownFleetArea } from './own-fleet/index.ts';
import { planningArea } from './planning/index.ts';
import { providerAccountsArea } from './provider-accounts/index.ts';
import { providerUpdatesArea } from './provider-updates/index.ts';
import { recurringOrdersArea } from './recurring-orders/index.ts';
import { routeExecutionArea } from './route-execution/index.ts';
import { routesArea } from './routes/index.ts';
import { shopInboxArea } from './shop-inbox/index.ts';
import { shopsArea } from './shops/index.ts';
import { storesArea } from './stores/index.ts';
import { strategiesArea } from './strategies/index.ts';
import { tenancyArea } from './tenancy/index.ts';
import { trackingArea } from './tracking/index.ts';
import { uploadsArea } from './uploads/index.ts';
import { webhooksArea } from './webhooks/index.ts';
import { windowSchedulesArea } from './window-schedules/index.ts';
import { windowsArea } from './windows/index.ts';
import { workflowRunsArea } from './workflow-runs/index.ts';
import { workflowSetupArea } from './workflow-setup/index.ts';
import { workflowsArea } from './workflows/index.ts';
import { zonesArea } from './zones/index.ts';

/**
 * Every area of the API. The stack creates a function and routes for each; documentation and tests read the same list.
 */
export const areas: readonly Area[] = [
  ordersArea,
  dispatchArea,
  jobsArea,
  strategiesArea,
  storesArea,
  deliveriesArea,
  incidentsArea,
  documentsArea,
  manifestsArea,
  trackingArea,
  fleetArea,
  driverPhonesArea,
  driverArea,
  windowsArea,
  windowSchedulesArea,
  bookingsArea,
  providerAccountsArea,
  providerUpdatesArea,
  recurringOrdersArea,
  webhooksArea,
  routesArea,
  planningArea,
  routeExecutionArea,
  activitiesArea,
  notificationsArea,
  workflowsArea,
  workflowSetupArea,
  workflowRunsArea,
  connectionsArea,
  shopsArea,
  shopInboxArea,
  tenancyArea,
  metaArea,
  zonesArea,
  catalogueArea,
  orderOperationsArea,
  executeArea,
  uploadsArea,
  ownFleetArea,
  mcpArea,
  consoleArea,
  agentsArea,
  aiArea,
  insightsArea,
];
