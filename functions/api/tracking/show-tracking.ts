import * as z from 'zod';
import {
  languageOf,
  PAGE_HEADERS,
  readTracking,
  renderNoTracking,
  renderTracking,
  type TrackingDeps,
  trackingLinkExpired,
  trackingLinkUnknown,
} from '../../../lib/fulfilment/tracking/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';

/** GET /track/{token} */
export const showTracking = endpointFor<TrackingDeps>()({
  name: 'showTracking',
  method: 'GET',
  path: '/track/{token}',
  area: 'Tracking',
  summary: 'Track a delivery',
  description:
    'The page behind `publicTrackingUrl`: status, expected arrival, the position of the courier, and the proof of delivery, in ' +
    'English or Spanish. It loads nothing from elsewhere. A link works until two weeks after the delivery.',
  permission: null,
  forLimited: null,
  params: z.object({
    token: z.string().max(300).meta({ description: 'Last segment of a `publicTrackingUrl`.' }),
  }),
  query: z.object({
    lang: z
      .string()
      .optional()
      .meta({ description: '`en` or `es`; default, and for any other value, the language of the browser.' }),
  }),
  contentType: 'text/html',
  replyHeaders: PAGE_HEADERS,
  refusalPage: ({ kind }, { headers }) =>
    renderNoTracking(kind.status, languageOf(undefined, headers['accept-language'])),
  reply: z.string(),
  replyExample: undefined,
  refusals: [trackingLinkUnknown, trackingLinkExpired],
  async handle({ input: { path, query }, ctx, request }) {
    const view = await readTracking(ctx, path.token);
    if (isRefusal(view)) return view;
    return renderTracking(view, languageOf(query.lang, request.headers['accept-language']));
  },
});
