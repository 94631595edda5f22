import { cutText } from '../../../platform/core/cut-text.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace } from '../../../platform/table/index.ts';
import { allowContact, denyContact } from '../deny-list/change-deny-list.ts';
import { normalizeContact } from '../deny-list/normalize-contact.ts';
import { type Notification, notificationEntity } from '../messages/notification.ts';
import { type ChannelReport, readChannelReport } from './read-channel-report.ts';
import { findReceipt, organizationsThatReached } from './receipts.ts';

/**
 * Words with which recipients stop messages, and with which they ask for them again, in the languages that the
 * carriers' rules name.
 */
const STOP = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
  'arret',
  'alto',
  'parar',
  'cancelar',
]);
const START = new Set(['start', 'unstop', 'yes']);

/**
 * Processes a channel's publication: receipts change statuses, opt-outs the deny list. Repeating it changes
 * nothing. Returns how much it said, and the notifications of its receipts as they are now.
 */
export async function applyChannelReport(
  deps: CoreDeps,
  published: unknown,
): Promise<{ readonly taken: number; readonly reported: readonly Notification[] }> {
  const news = readChannelReport(published);
  const reported: Notification[] = [];
  for (const one of news) {
    if (one.kind === 'reply') await takeReply(deps, one);
    else reported.push(...(await takeReceipt(deps, one)));
  }
  return { taken: news.length, reported };
}

/** `Stop!` and `STOP please` stop messages like `STOP`; a sentence with the word in it does not. */
export function intentOf(text: string): 'stop' | 'start' | undefined {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z ]/g, ' ')
    .replace(/\bplease\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return STOP.has(plain) ? 'stop' : START.has(plain) ? 'start' : undefined;
}

async function takeReply(
  deps: CoreDeps,
  { contact, text }: Extract<ChannelReport, { kind: 'reply' }>,
): Promise<void> {
  const intent = intentOf(text);
  const value = normalizeContact('phone', contact);
  if (!intent || !value) return;
  for (const organizationId of await organizationsThatReached(deps, value)) {
    if (intent === 'start') await allowContact(deps, organizationId, { type: 'phone', value });
    else await deny(deps, organizationId, 'phone', value);
  }
}

async function deny(deps: CoreDeps, organizationId: string, type: string, value: string): Promise<void> {
  const { listShards } = (await readOrganization(deps, organizationId)).value;
  await denyContact(deps, { organizationId, listShards }, { type, value });
}

async function takeReceipt(
  deps: CoreDeps,
  { message, outcome, reason, denies }: Extract<ChannelReport, { kind: 'receipt' }>,
): Promise<readonly Notification[]> {
  const of = 'receipt' in message ? await findReceipt(deps, message.receipt) : message;
  if (!of) return [];
  const { organizationId, notificationId: id } = of;
  const taken = await retryLostRace(deps.clock, async () => {
    const stored = await deps.table.get(notificationEntity, { organizationId, id });
    if (!stored) return [];
    const { status, recipient, channel } = stored.value;
    if (denies) await deny(deps, organizationId, channel === 'email' ? 'email' : 'phone', recipient);
    // Only sent messages can arrive or bounce; delivered ones stay delivered.
    if (status !== 'sent' && status !== 'sending') return [stored.value];
    const next: Notification = {
      ...stored.value,
      status: outcome,
      sentAt: stored.value.sentAt ?? new Date(deps.clock.now()).toISOString(),
      leaseUntil: null,
      error: reason === null ? null : cutText(reason, 500),
    };
    return (await deps.table.write([replace(notificationEntity, stored, next)])).ok ? [next] : undefined;
  });
  if (taken === undefined)
    throw new Error(`The receipt of ${id} could not be written because of other writers.`);
  return taken;
}
