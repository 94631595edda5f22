import * as z from 'zod';
import { USED_KINDS, type UsedKind } from '../core/used-kinds.ts';
import { defineEntity } from '../table/index.ts';

/** Something to which others can refer. */
export interface Used {
  readonly kind: UsedKind;
  readonly id: string;
}

const userSchema = z.object({ type: z.string(), id: z.string(), name: z.string() });

/** Something that refers to others, such as a workflow: `type` is its noun. */
export type User = z.infer<typeof userSchema>;

const useSchema = z.object({
  organizationId: z.string(),
  kind: z.enum(USED_KINDS),
  id: z.string(),
  users: z.array(userSchema),
  /** Set when the referenced object is gone: a writer that finds this item checks again whether the object exists. */
  isGone: z.boolean(),
});

/**
 * Users of one object. A deletion and a new reference both write this item, so that of two at once one is too
 * late and decides again.
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
