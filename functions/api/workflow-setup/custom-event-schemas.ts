import * as z from 'zod';
import { instantReply } from '../../../lib/platform/http/index.ts';
import type { StoredCustomEvent } from '../../../lib/reactions/custom-events/index.ts';

/** A custom event definition as it is shown. */
export const customEventReply = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    isArchived: z.boolean(),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'CustomEventDefinition' });

export const customEventExample = {
  id: 'ced_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  key: 'kitchen_ready',
  name: 'Kitchen is ready',
  description: 'The kitchen finished the order.',
  isArchived: false,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

export function renderCustomEvent({ value, version }: StoredCustomEvent): z.input<typeof customEventReply> {
  const { organizationId: _, ...shown } = value;
  return { ...shown, version };
}

/** The `{id}` of a definition's path. */
export const customEventPath = z.object({
  id: z.string().meta({ description: 'Id of the custom event definition, `ced_...`.' }),
});
