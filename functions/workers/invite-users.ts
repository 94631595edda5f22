import { invitationEmail, userInvitedEvent } from '../../lib/people/tenancy/index.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { readOrganization } from '../../lib/platform/organization/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { planMessages } from '../../lib/reactions/notifications/index.ts';

/** Hands the invitation of a user to the notifications, which send it once, by e-mail. */
export async function inviteUser(deps: CoreDeps, event: EventRecord): Promise<void> {
  const { organizationId, aggregateId: userId } = event;
  const { data } = userInvitedEvent.parse(event);
  const { value: organization } = await readOrganization(deps, organizationId);
  const [planned] = planMessages({
    organizationId,
    key: `invitation ${userId}`,
    destination: null,
    jobId: null,
    orderId: null,
    channel: 'email',
    recipients: [data.email],
    ...invitationEmail({ ...data, organizationName: organization.name }),
    context: {},
    nowMs: deps.clock.now(),
    listShards: organization.listShards,
  });
  // A second delivery of the event finds the message of the first.
  if (planned) await deps.table.write(planned.operations);
}

/** Notifies people of their invitations. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'invite-users',
  consumes: [userInvitedEvent],
  maxConcurrency: 2,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Users get their invitations late or not at all.',
  handle: inviteUser,
});

export const handler = serveQueueWorker(worker, coreDeps);
