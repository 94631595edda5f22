import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint, RawReply } from '../../../lib/platform/http/index.ts';
import { findShortLink, shortLinkUnknown } from '../../../lib/reactions/notifications/index.ts';
import { messagePage, PAGE_HEADERS, redirectPage } from './recipient-pages.ts';

/** GET /l/{code} */
export const followLink = defineEndpoint({
  name: 'followShortLink',
  method: 'GET',
  path: '/l/{code}',
  area: 'Notifications',
  summary: 'Follow a short link',
  description: 'A link in a text message. It redirects to its page for 90 days.',
  permission: null,
  forLimited: null,
  params: z.object({ code: z.string().max(40).meta({ description: 'Code of the link.' }) }),
  contentType: 'text/html',
  replyHeaders: PAGE_HEADERS,
  refusalPage: ({ message }) => messagePage('This link is not valid', message),
  status: 302,
  reply: z.string(),
  replyExample: undefined,
  refusals: [shortLinkUnknown],
  async handle({ input: { path }, ctx }) {
    const url = await findShortLink(ctx, path.code);
    if (isRefusal(url)) return url;
    const headers = { location: new URL(url).href, 'content-type': 'text/html; charset=utf-8' };
    return new RawReply(302, headers, redirectPage(url));
  },
});
