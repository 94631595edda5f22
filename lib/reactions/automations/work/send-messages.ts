import { usersOfRole } from '../../../people/tenancy/index.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Channel, keepMessages, planMessages, readSettings } from '../../notifications/index.ts';
import { gatherContext } from '../runs/run-context.ts';
import { runMessageDue } from '../runs/run-events.ts';

/** Channel of each action that names its recipients. */
const CHANNEL_OF: Readonly<Record<string, Channel>> = {
  send_email: 'email',
  send_sms: 'sms',
  send_slack: 'slack',
  send_teams_channel_message: 'teams',
};

/**
 * Hands a message of a run to the notifications: one per recipient, with an id derived from the run's step,
 * so that repetition creates none twice. The deny list is checked when it is sent.
 */
export async function sendRunMessage(deps: CoreDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  const { effectKey, action, payload, orderId, jobId } = runMessageDue.parse(record).data;
  const [organization, { context }] = await Promise.all([
    readOrganization(deps, organizationId),
    gatherContext(deps.table, organizationId, { orderId, jobId }),
  ]);
  const message = {
    organizationId,
    key: effectKey,
    jobId,
    orderId,
    subject: textOf(payload.subject),
    context,
    nowMs: deps.clock.now(),
    listShards: organization.value.listShards,
  };
  const body = textOf(payload.body);
  const channel = CHANNEL_OF[action];
  const planned = channel
    ? planMessages({
        ...message,
        destination: null,
        channel,
        recipients: addressesOf(payload),
        body: body ?? '',
      })
    : action === 'send_to_role'
      ? planMessages({
          ...message,
          destination: null,
          channel: 'email',
          recipients: await addressesOfRole(deps, organizationId, payload.roleId),
          body: body ?? '',
        })
      : (await destinationsOf(deps, organizationId, payload.destinationIds)).flatMap((destination) =>
          destination.channels.flatMap(({ type, recipients, message: own, subject }) =>
            planMessages({
              ...message,
              destination,
              channel: type,
              recipients,
              subject: message.subject ?? subject,
              body: body ?? own ?? '',
            }),
          ),
        );
  await keepMessages(deps, planned, message.nowMs);
}

function addressesOf({ recipients, channel }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof channel === 'string') return [channel];
  return Array.isArray(recipients) ? recipients.map(({ address }) => String(address)) : [];
}

/** Messages to a role are sent by e-mail, the channel that everybody has. */
async function addressesOfRole(deps: CoreDeps, organizationId: string, roleId: unknown) {
  const users = await usersOfRole(deps, organizationId, String(roleId));
  return users.map(({ email }) => email);
}

async function destinationsOf(deps: CoreDeps, organizationId: string, ids: unknown) {
  const { destinations } = await readSettings(deps, organizationId);
  return destinations.map(({ value }) => value).filter(({ id }) => Array.isArray(ids) && ids.includes(id));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
