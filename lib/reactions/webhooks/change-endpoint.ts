import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { type DestinationPolicy, unusableUrl } from '../../platform/core/destination.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, type Operation, remove, replace, save, type Table } from '../../platform/table/index.ts';
import {
  endpointRosterEntity,
  endpointsPartition,
  MAX_ENDPOINTS,
  MAX_OLDER_SECRETS,
  type WebhookEndpoint,
  webhookEndpointEntity,
} from './endpoint.ts';
import { canonicalEventTypes, isEventType, WEBHOOK_EVENT_TYPES } from './event-types.ts';
import { endpointNotFound, invalidEndpoint } from './refusals.ts';

export interface EndpointDeps extends CoreDeps {
  readonly destinations: DestinationPolicy;
}

/** A caller's input about an endpoint. */
export interface EndpointInput {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  /** Empty, null or absent on creation = all. */
  readonly eventTypes?: readonly string[] | null | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** How long after a rotation the old secret also signs. Milliseconds. */
const ROTATION_OVERLAP_MS = 24 * 3_600_000;

/** The organization's endpoints, oldest first. */
export async function listEndpoints(
  { table }: CoreDeps,
  organizationId: string,
): Promise<readonly WebhookEndpoint[]> {
  const aggregate = await table.readAggregate(endpointsPartition(organizationId));
  return aggregate.all(webhookEndpointEntity).map(({ value }) => value);
}

/** The event types that enabled endpoints name; undefined when there are none, or one takes all. 1 call. */
export async function activeEventTypes(
  table: Table,
  organizationId: string,
): Promise<readonly string[] | undefined> {
  const aggregate = await table.readAggregate(endpointsPartition(organizationId));
  const enabled = aggregate.all(webhookEndpointEntity).filter(({ value }) => value.isEnabled);
  if (enabled.length === 0 || enabled.some(({ value }) => value.eventTypes.length === 0)) return undefined;
  const wanted = new Set(enabled.flatMap(({ value }) => value.eventTypes));
  return WEBHOOK_EVENT_TYPES.filter((type) => wanted.has(type));
}

/** An endpoint by its id. */
export async function readEndpoint(
  { table }: CoreDeps,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | Refusal> {
  const stored = await table.get(webhookEndpointEntity, { organizationId, id });
  return stored?.value ?? unknown(id);
}

/** Creates an endpoint. Refuses URLs that cannot be delivered to, unknown event types, and more than 40 endpoints. */
export async function createEndpoint(
  deps: EndpointDeps,
  organizationId: string,
  input: EndpointInput & { readonly url: string },
): Promise<WebhookEndpoint | Refusal> {
  const refusal = refusalOf(deps, input);
  if (refusal) return refusal;
  const id = deps.ids.next('ep');
  const now = toInstant(deps.clock.now());
  const endpoint: WebhookEndpoint = {
    organizationId,
    id,
    url: input.url,
    description: input.description ?? null,
    eventTypes: canonical(input.eventTypes ?? []),
    isEnabled: input.isEnabled ?? true,
    disabledReason: null,
    secretGeneration: 1,
    olderSecrets: [],
    createdAt: now,
    updatedAt: now,
  };
  return addEndpoint(deps, endpoint);
}

/** Adds an endpoint, or finds that the same request added it before. Parallel ones are added one by one. */
async function addEndpoint(
  { table, clock }: CoreDeps,
  endpoint: WebhookEndpoint,
): Promise<WebhookEndpoint | Refusal> {
  const { organizationId } = endpoint;
  return commit({ clock }, { what: 'webhook endpoint', id: endpoint.id }, async () => {
    const aggregate = await table.readAggregate(endpointsPartition(organizationId));
    const existing = aggregate.all(webhookEndpointEntity);
    const known = existing.find(({ value }) => value.id === endpoint.id);
    if (known) return known.value;
    if (existing.length >= MAX_ENDPOINTS) {
      return invalidEndpoint(
        `There are ${existing.length} endpoints, which is the maximum. Delete one first.`,
      );
    }
    const roster = aggregate.one(endpointRosterEntity);
    const outcome = await table.write([
      create(webhookEndpointEntity, endpoint),
      save(endpointRosterEntity, roster, { organizationId, added: (roster?.value.added ?? 0) + 1 }),
    ]);
    return outcome.ok && endpoint;
  });
}

/** Changes the fields that were sent. Enabling an endpoint clears the reason why it was turned off. */
export function updateEndpoint(
  deps: EndpointDeps,
  organizationId: string,
  id: string,
  input: EndpointInput,
): Promise<WebhookEndpoint | Refusal> {
  const refusal = refusalOf(deps, input);
  if (refusal) return Promise.resolve(refusal);
  return change(deps, organizationId, id, (endpoint) => ({
    ...endpoint,
    ...(input.url === undefined ? {} : { url: input.url }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.eventTypes === undefined ? {} : { eventTypes: canonical(input.eventTypes ?? []) }),
    ...(input.isEnabled === undefined ? {} : { isEnabled: input.isEnabled }),
    ...(input.isEnabled === true ? { disabledReason: null } : {}),
  }));
}

/** Gives the endpoint a new secret; for 24 hours messages also carry signatures with the previous one. */
export function rotateSecret(
  deps: CoreDeps,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | Refusal> {
  return change(deps, organizationId, id, (endpoint) => ({
    ...endpoint,
    secretGeneration: endpoint.secretGeneration + 1,
    olderSecrets: [
      {
        generation: endpoint.secretGeneration,
        until: toInstant(deps.clock.now() + ROTATION_OVERLAP_MS),
      },
      ...endpoint.olderSecrets.filter(({ until }) => until > toInstant(deps.clock.now())),
    ].slice(0, MAX_OLDER_SECRETS),
  }));
}

/**
 * The write that turns an endpoint off because its receiver asked for it. None when it is already off, or
 * when its URL has changed, because another receiver asked.
 */
export async function turnOffEndpoint(
  { table, clock }: CoreDeps,
  sentTo: WebhookEndpoint,
  reason: string,
): Promise<readonly Operation[]> {
  const stored = await table.get(webhookEndpointEntity, sentTo);
  if (!stored?.value.isEnabled || stored.value.url !== sentTo.url) return [];
  const updatedAt = toInstant(clock.now());
  return [
    replace(webhookEndpointEntity, stored, {
      ...stored.value,
      isEnabled: false,
      disabledReason: reason,
      updatedAt,
    }),
  ];
}

/** Deletes an endpoint; pending messages to it fail. */
export async function deleteEndpoint(
  deps: CoreDeps,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | Refusal> {
  return commit(deps, { what: 'webhook endpoint', id }, async () => {
    const stored = await deps.table.get(webhookEndpointEntity, { organizationId, id });
    if (!stored) return unknown(id);
    return (await deps.table.write([remove(webhookEndpointEntity, stored)])).ok && stored.value;
  });
}

async function change(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  next: (endpoint: WebhookEndpoint) => WebhookEndpoint,
): Promise<WebhookEndpoint | Refusal> {
  return commit(deps, { what: 'webhook endpoint', id }, async () => {
    const stored = await deps.table.get(webhookEndpointEntity, { organizationId, id });
    if (!stored) return unknown(id);
    const changed = { ...next(stored.value), updatedAt: toInstant(deps.clock.now()) };
    return (await deps.table.write([replace(webhookEndpointEntity, stored, changed)])).ok && changed;
  });
}

function refusalOf({ destinations }: EndpointDeps, { url, eventTypes }: EndpointInput): Refusal | undefined {
  const problem = url === undefined ? undefined : unusableUrl(url, destinations);
  if (problem) return invalidEndpoint(`url: ${problem}`, { field: 'url' });
  const unknownType = (eventTypes ?? []).find((type) => !isEventType(type));
  if (unknownType === undefined) return undefined;
  return invalidEndpoint(
    `eventTypes has "${unknownType}", which is not an event type. GET /v1/webhooks/event-types lists them.`,
    { field: 'eventTypes', value: unknownType },
  );
}

function canonical(eventTypes: readonly string[]): string[] {
  return [...new Set(eventTypes.flatMap(canonicalEventTypes))];
}

function unknown(id: string): Refusal {
  return endpointNotFound(`There is no webhook endpoint "${id}".`, { id });
}
