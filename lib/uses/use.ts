import * as z from 'zod';
import { defineEntity } from '../table/index.ts';

/** What other things refer to by id. A key of its own kind, so that two kinds never meet under one id. */
export const usedKinds = Object.freeze([
  'dispatch_strategy',
  'optimization_strategy',
  'destination',
  'connection',
  'agent',
  'custom_event',
] as const);

/** Something that can be referred to. */
export interface Used {
  readonly kind: (typeof usedKinds)[number];
  readonly id: string;
}

const userSchema = z.object({ type: z.string(), id: z.string(), name: z.string() });

/** Something that refers to others, as a workflow does: `type` is its noun. */
export type User = z.infer<typeof userSchema>;

const useSchema = z.object({
  organizationId: z.string(),
  kind: z.enum(usedKinds),
  id: z.string(),
  users: z.array(userSchema),
  /** Set when what was referred to is gone: whoever meets this item after that looks again whether it exists. */
  isGone: z.boolean(),
});

/**
 * Who refers to one thing. A thing's deletion and a new reference to it both write this item, so that of the two
 * that come at once one is too late and decides again.
 */
export const useEntity = defineEntity<
  z.infer<typeof useSchema>,
  { organizationId: string; kind: string; id: string }
>({
  name: 'use',
  schema: useSchema,
  partition: ({ organizationId, kind, id }) => ({ organizationId, type: 'use', id: `${kind}.${id}` }),
  sort: () => ({ kind: 'state', parts: [] }),
});
