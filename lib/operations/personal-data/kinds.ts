/**
 * Kinds of items about people of the organization and its settings. They are changed where they are managed: a person who is
 * found here is no recipient, and nothing is erased.
 */
export const OWN_KINDS: ReadonlySet<string> = new Set([
  'agent',
  'apiKey',
  'connection',
  'credential',
  'customEvent',
  'deliveryWindow',
  'dispatchRules',
  'driver',
  'driverGroup',
  'driverInvitation',
  'driverPhone',
  'emailTemplate',
  'emailTemplateVersion',
  'identity',
  'importTemplate',
  'notificationDestination',
  'notificationTrigger',
  'optimizationStrategy',
  'organization',
  'organizationChild',
  'providerAccount',
  'role',
  'shop',
  'signInSubject',
  'storeExternalId',
  'storeLocation',
  'strategy',
  'template',
  'user',
  'webhookEndpoint',
  'webhookEndpointRoster',
  'workflow',
  'workflowListener',
  'workflowVersion',
  'zone',
  'zoneIndex',
]);

/** Kinds of items that only spare work, or exist for this contact alone: they are deleted instead of masked. */
export const DELETED_KINDS: ReadonlySet<string> = new Set([
  'denyEntry',
  'document',
  'idempotencyRecord',
  'idempotencyReplyPart',
  'keptPlace',
  'listing',
  'routePolyline',
  'travelRow',
]);

/** Kinds of items that say where a courier was last: at the person's door they tell where it is. */
export const LIVE_KINDS: ReadonlySet<string> = new Set(['courierDuty', 'courierPosition']);

/** Kinds of items that show where couriers or others are: an export leaves them out. */
export const UNSHOWN_KINDS: ReadonlySet<string> = new Set([
  ...LIVE_KINDS,
  'listing',
  'routePolyline',
  'routePosition',
  'travelRow',
]);

/**
 * Kinds of items in which people and models write freely: there a full name or an address is enough, because nothing else
 * may say whom they are about. Elsewhere it is not: another one of the same address keeps their orders.
 */
export const FREE_TEXT_KINDS: ReadonlySet<string> = new Set([
  'agentFileContent',
  'agentRun',
  'agentStep',
  'driverChat',
  'feedback',
  'formSubmission',
  'orderNote',
  'savedViews',
]);

/** Kinds of items that say where others are to be delivered: their stops are not moved because they are near a door. */
export const STOP_KINDS: ReadonlySet<string> = new Set(['routeOrders', 'routeStops']);

/**
 * Aggregates whose state names what the rest of it is about without naming it: the steps of a run, the attempts of a
 * message, the way of a route, the entries of a digest.
 */
export const NAMING: ReadonlySet<string> = new Set(['agentRun', 'message', 'route', 'workflowRun']);

/** Kinds of items that name records only to say where they are. */
export const PLACE_KINDS: ReadonlySet<string> = new Set(['retiredPart']);
