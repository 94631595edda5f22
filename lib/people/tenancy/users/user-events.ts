import * as z from 'zod';
import { defineEvent } from '../../../platform/events/index.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { User } from './user.ts';

export const userInvitedEvent = defineEvent({
  name: 'user.invited',
  schema: z.object({ email: z.string(), firstName: z.string().nullable(), invitedBy: z.string() }),
  summary: 'A user was invited to the organization.',
});

/** The write that reports an invitation. */
export function userInvited(
  { organizationId, id, email, firstName, createdAt }: User,
  invitedBy: string,
): Operation {
  return userInvitedEvent.record({
    aggregate: { organizationId, type: 'user', id },
    cause: 'invited',
    occurredAt: createdAt,
    data: { email, firstName, invitedBy },
  });
}
