import * as z from 'zod';

/**
 * Who stands behind a credential: a user, whose present rights it never exceeds; a driver, whose own work it shows; or
 * the operator of the service, who creates an organization's first key.
 */
export const principalSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('operator') }),
  z.object({
    type: z.literal('user'),
    userId: z.string(),
    /** Item in which the authorizer finds the user's roles and limits. */
    identityId: z.string(),
  }),
  z.object({ type: z.literal('driver'), courierId: z.string() }),
]);

export type Principal = z.output<typeof principalSchema>;
