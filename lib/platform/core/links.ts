/** Start of every address of the service. The stack sets PUBLIC_BASE_URL; on a laptop it is the local cloud. */
export function publicBaseUrl(): string {
  return process.env.PUBLIC_BASE_URL ?? 'http://localhost:3000';
}

/** Screens of the console for one object. */
const CONSOLE_SCREENS = { orders: 'orders', jobs: 'deliveries', routes: 'routes' } as const;

/** Page of an order, job or route in the console, for the organization's own people. */
export function portalUrl(kind: keyof typeof CONSOLE_SCREENS, id: string): string {
  return `${signInUrl()}#/${CONSOLE_SCREENS[kind]}/${id}`;
}

/** Address at which the organization's people sign in. */
export function signInUrl(): string {
  return `${publicBaseUrl()}/console`;
}

/** Address of the driver's app. */
export function driverAppUrl(): string {
  return `${publicBaseUrl()}/driver`;
}

/** A short address that leads to a longer one. */
export function shortLinkUrl(code: string): string {
  return `${publicBaseUrl()}/l/${code}`;
}

/** Address at which the recipient of an e-mail unsubscribes. */
export function unsubscribeUrl(token: string): string {
  return `${publicBaseUrl()}/u/${token}`;
}

/** Address of a document for callers who may see it; it never changes. */
export function documentUrl(id: string): string {
  return `${publicBaseUrl()}/v1/documents/${id}`;
}

/** Address to which a provider sends updates of an organization's deliveries. */
export function providerUpdatesUrl(providerId: string, organizationId: string): string {
  return `${publicBaseUrl()}/v1/providers/${providerId}/updates?organizationId=${organizationId}`;
}

/** Address of webhooks that start a workflow. */
export function workflowHookUrl(workflowId: string): string {
  return `${publicBaseUrl()}/v1/workflow-hooks/${workflowId}`;
}

/** Address to which a shop sends its messages. */
export function shopInboxUrl(shopId: string, organizationId: string): string {
  return `${publicBaseUrl()}/v1/shops/${shopId}/inbox?organizationId=${organizationId}`;
}
