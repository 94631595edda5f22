import * as z from 'zod';
import { defineEntity } from '../../../platform/table/index.ts';

/** As long as the messages themselves are kept. Seconds. */
const LIFE_SECONDS = 90 * 24 * 3600;

const schema = z.object({
  organizationId: z.string(),
  /** Digest of trigger, job and destination. */
  id: z.string(),
  /** Cause of the firing that came first. */
  cause: z.string(),
  at: z.string(),
});

/** The first firing of a trigger that fires once per job and destination. */
export const firedOnceEntity = defineEntity<
  z.infer<typeof schema>,
  Pick<z.infer<typeof schema>, 'organizationId' | 'id'>
>({
  name: 'firedOnce',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'firedOnce', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});
