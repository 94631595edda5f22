import * as z from 'zod';

/** Actor of a change: an API key, a signed-in user, a driver's phone, or the service itself (a timer, a workflow). */
export const actorSchema = z.object({
  type: z.enum(['key', 'user', 'driver', 'system']),
  id: z.string(),
  name: z.string(),
});

export type Actor = Readonly<z.infer<typeof actorSchema>>;

/** Origin of a change: the organization, the actor and the cause. The audit log keeps it with the change. */
export interface Origin {
  readonly organizationId: string;
  readonly actor: Actor;
  /** Cause, such as `request:b0ZyDg`, `workflow-run:wfx_01J...` or `timer:order-dispatch`. */
  readonly cause: string;
}
