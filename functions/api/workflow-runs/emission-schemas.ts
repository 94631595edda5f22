import * as z from 'zod';
import { instant, instantReply, optional, shortText } from '../../../lib/platform/http/index.ts';
import type { EmittedEvent } from '../../../lib/reactions/custom-events/index.ts';

/** Maximum number of bytes of a payload as JSON (contract-facts 1). */
const MAX_BYTES = 1_024;

/** Body of an emission. */
export const emission = z.object({
  name: optional(shortText(128).regex(/^\P{Cc}*$/u, 'must be a single line')).meta({
    description: 'Name of the event. It needs no definition; of a defined event, its key.',
  }),
  customEventDefinitionId: optional(z.string().max(64)).meta({
    description: 'Id of its definition, instead of the key.',
  }),
  payload: optional(
    z
      .record(z.string(), z.unknown())
      .refine(
        (payload) => Buffer.byteLength(JSON.stringify(payload)) <= MAX_BYTES,
        `has more than ${MAX_BYTES} bytes as JSON`,
      ),
  ).meta({
    description: 'Data of the event, up to 1 KB of JSON; workflows read it as `custom_event.payload`.',
  }),
  timestamp: optional(instant).meta({ description: 'Time of the event; default now.' }),
});

export const emissionExample = { name: 'kitchen_ready', payload: { station: 4 } };

export const emissionReply = z
  .object({
    event: z
      .object({
        id: z.string(),
        eventName: z.string(),
        orderId: z.string().optional(),
        jobId: z.string().optional(),
        payload: z.record(z.string(), z.unknown()),
        eventCreatedAt: instantReply,
      })
      .meta({ description: 'The event in the form of the established contract.' }),
    id: z.string(),
    name: z.string(),
    customEventDefinitionId: z.string().nullable().meta({ description: '`null`: the name is not defined.' }),
    entityType: z.enum(['order', 'job']),
    entityId: z.string(),
    timestamp: instantReply,
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EmittedEvent' });

/** An emitted event in its wire form. */
export function renderEmission(emitted: EmittedEvent): z.input<typeof emissionReply> {
  const { id, name: eventName, entityType, entityId, payload, timestamp: eventCreatedAt } = emitted;
  const subject = entityType === 'order' ? { orderId: entityId } : { jobId: entityId };
  return { event: { id, eventName, ...subject, payload, eventCreatedAt }, ...emitted };
}

export const emissionReplyExample = (entityType: 'order' | 'job') =>
  renderEmission({
    id: 'evt_0a1b2c3d4e5f6g7h8j9k0m1n2p',
    name: 'kitchen_ready',
    customEventDefinitionId: 'ced_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    entityType,
    entityId: entityType === 'order' ? 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H' : 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    timestamp: '2026-03-05T01:11:51.000Z',
    payload: { station: 4 },
  });
