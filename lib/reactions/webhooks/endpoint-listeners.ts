import type { Listeners } from '../../platform/events/index.ts';
import type { Aggregate } from '../../platform/table/index.ts';
import { endpointsPartition, wants, webhookEndpointEntity } from './endpoint.ts';

/** Enabled webhook endpoints, by event types. */
export const endpointListeners: Listeners = Object.freeze({
  name: 'webhook endpoints',
  partition: endpointsPartition,
  hear: (settings: Aggregate) => {
    const endpoints = settings.all(webhookEndpointEntity).map(({ value }) => value);
    return (eventType: string) => endpoints.some((endpoint) => wants(endpoint, eventType));
  },
});
