/** Groups of tools, each with its headings of the API's documentation. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  orders: ['Orders', 'Recurring orders', 'Internal notes', 'Quotes', 'Flags'],
  deliveries: ['Jobs', 'Dispatch', 'Dispatch strategies', 'Incidents', 'Tracking', 'Own fleet'],
  routes: ['Routes', 'Optimization', 'Execute', 'Exceptions', 'Route exceptions'],
  couriers: ['Fleet'],
  windows: ['Delivery windows'],
  batch: ['Activities', 'Bulk operations', 'Uploads', 'Exports', 'Shops'],
  stores: ['Store locations', 'Catalogue', 'Zones'],
  documents: ['Documents'],
  insights: ['Insights'],
  workflows: ['Workflows', 'Workflow runs', 'Custom events', 'Connections', 'Agents'],
  notifications: ['Notifications', 'Webhooks'],
  administration: ['API keys', 'Organization', 'Roles', 'Users', 'Providers', 'Service'],
};

const GROUPS = new Map(
  Object.entries(HEADINGS).flatMap(([group, headings]) => headings.map((heading) => [heading, group])),
);

/** The group of a heading of the documentation; an unassigned heading is a separate group. */
export function groupOf(heading: string): string {
  return GROUPS.get(heading) ?? heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/**
 * Tools that an assistant sees when it requests no group: those of daily work. All others are found and
 * called by name.
 */
export const ESSENTIAL_TOOLS: readonly string[] = Object.freeze([
  'listOrders',
  'getOrder',
  'createOrder',
  'updateOrder',
  'autodispatchOrder',
  'evaluateDispatch',
  'explainOrder',
  'listJobs',
  'getJob',
  'listJobDecisions',
  'cancelJob',
  'reassignTask',
  'listRoutes',
  'getRoute',
  'moveStops',
  'resequenceRoute',
  'dispatchRoutes',
  'listCouriers',
  'listStoreLocations',
  'listDeliveryWindows',
  'listFlags',
  'getActivity',
  'cancelActivity',
]);
