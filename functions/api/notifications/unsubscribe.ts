import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import {
  findUnsubscribable,
  unsubscribe,
  unsubscribeUnknown,
} from '../../../lib/reactions/notifications/index.ts';
import { buttonPage, messagePage, PAGE_HEADERS } from './recipient-pages.ts';

const common = {
  path: '/u/{token}',
  area: 'Notifications',
  permission: null,
  forLimited: null,
  params: z.object({ token: z.string().max(200).meta({ description: 'Last segment of the link.' }) }),
  contentType: 'text/html',
  replyHeaders: PAGE_HEADERS,
  refusalPage: ({ message }: { readonly message: string }) => messagePage('This link is not valid', message),
  reply: z.string(),
  replyExample: undefined,
  refusals: [unsubscribeUnknown],
} as const;

/** GET /u/{token}: asks first, because mail scanners follow every link. */
export const showUnsubscribe = defineEndpoint({
  ...common,
  name: 'showUnsubscribe',
  method: 'GET',
  summary: 'Show the unsubscribe page',
  description: 'The page behind the link in an e-mail. It changes nothing by itself.',
  async handle({ input: { path }, ctx }) {
    const found = await findUnsubscribable(ctx, path.token);
    if (isRefusal(found)) return found;
    return buttonPage(
      'Unsubscribe',
      `${found.recipient} will get no more e-mails about deliveries from this sender.`,
      'Unsubscribe',
    );
  },
});

/** POST /u/{token}: one click (RFC 8058). */
export const oneClickUnsubscribe = defineEndpoint({
  ...common,
  name: 'unsubscribe',
  method: 'POST',
  summary: 'Unsubscribe from e-mails',
  description:
    'The recipient gets no more e-mails from the organization. Mail programs post here for one-click unsubscribe (RFC 8058).',
  async handle({ input: { path }, ctx }) {
    const done = await unsubscribe(ctx, path.token);
    return isRefusal(done)
      ? done
      : messagePage('You are unsubscribed', `${done.recipient} will get no more e-mails from this sender.`);
  },
});
