import { unsubscribeUrl } from '../../platform/core/links.ts';
import { defineRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { denyContact } from './deny-list/change-deny-list.ts';
import { type Notification, notificationEntity } from './messages/notification.ts';

export const unsubscribeUnknown = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'The unsubscribe link is not from an e-mail of the last 90 days.',
});

/**
 * Address with which the recipient of an e-mail unsubscribes from its organization. Only recipients of that
 * e-mail have it.
 */
export function unsubscribeLink({ organizationId, id }: Pick<Notification, 'organizationId' | 'id'>): string {
  return unsubscribeUrl(Buffer.from(`${organizationId} ${id}`).toString('base64url'));
}

/** The e-mail of an unsubscribe link. 1 call. */
export async function findUnsubscribable(
  { table }: Pick<CoreDeps, 'table'>,
  token: string,
): Promise<Notification | Refusal> {
  const [organizationId = '', id = ''] = Buffer.from(token, 'base64url').toString('utf8').split(' ');
  const isId = /^org_\w+$/.test(organizationId) && /^ntf_\w+$/.test(id);
  const stored = isId ? await table.get(notificationEntity, { organizationId, id }) : undefined;
  return stored?.value.isUnsubscribable
    ? stored.value
    : unsubscribeUnknown('This link is not valid. Check that you copied all of it.');
}

/** Adds the recipient of an e-mail to the deny list of its organization (RFC 8058). Repeating it changes nothing. */
export async function unsubscribe(deps: CoreDeps, token: string): Promise<Notification | Refusal> {
  const found = await findUnsubscribable(deps, token);
  if (!('recipient' in found)) return found;
  const { organizationId, recipient } = found;
  const { listShards } = (await readOrganization(deps, organizationId)).value;
  await denyContact(deps, { organizationId, listShards }, { type: 'email', value: recipient });
  return found;
}
