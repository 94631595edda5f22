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
]);

/** Kinds of items that name records only to say where they are. */
export const PLACE_KINDS: ReadonlySet<string> = new Set(['retiredPart']);
