import * as z from 'zod';
import {
  MAX_MANIFESTED,
  manifestOrders as manifest,
  notToManifest,
  tooManyDocuments,
  unknownManifestOrders,
} from '../../../lib/fulfilment/documents/index.ts';
import { orderDuplicateExternalId } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { manifestEndpoint } from './deps.ts';
import { manifestsExample, manifestsReply, renderManifests } from './manifest-schemas.ts';

const ids = (description: string) =>
  z.array(shortText(255)).max(MAX_MANIFESTED).nullish().meta({ description });

/** POST /v1/manifest */
export const manifestOrders = manifestEndpoint({
  name: 'manifestOrders',
  method: 'POST',
  path: '/v1/manifest',
  area: 'Documents',
  summary: 'Write manifests of dispatched orders',
  description:
    'A manifest is a PDF of the packages that one provider takes over. It becomes a document of each of their deliveries, ' +
    'and `delivery.manifested` is sent to webhooks. The same orders again give the same manifest. Without orders, those ' +
    `of the last week are taken that wait at \`providerIds\` and are in no manifest yet. At most ${MAX_MANIFESTED} orders a call. ` +
    'Letters that the fonts of the PDF lack, such as Greek or Japanese ones, are printed as `?`.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  body: z
    .object({
      orderIds: ids('Ids of the orders.'),
      externalOrderIds: ids('External ids of further orders.'),
      providerIds: ids('Only what these providers carry; default all.'),
    })
    .superRefine(({ orderIds, externalOrderIds, providerIds }, context) => {
      const count = (orderIds?.length ?? 0) + (externalOrderIds?.length ?? 0);
      if (count > MAX_MANIFESTED) {
        const message = `names ${count} orders with externalOrderIds, but a call takes ${MAX_MANIFESTED}`;
        context.addIssue({ code: 'custom', path: ['orderIds'], message });
      }
      if (count + (providerIds?.length ?? 0) === 0) {
        const message = 'is missing; send orderIds, externalOrderIds or providerIds';
        context.addIssue({ code: 'custom', path: ['orderIds'], message });
      }
    }),
  bodyExample: { orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'] },
  reply: z.object({ manifests: manifestsReply }),
  replyExample: { manifests: manifestsExample },
  refusals: [
    unknownManifestOrders,
    orderDuplicateExternalId,
    notToManifest,
    tooManyDocuments,
    contentionOver('delivery'),
  ],
  async handle({ input: { body }, ctx }) {
    const manifests = await manifest(ctx, ctx.caller, {
      orderIds: body.orderIds ?? [],
      externalOrderIds: body.externalOrderIds ?? [],
      providerIds: body.providerIds ?? [],
    });
    return isRefusal(manifests) ? manifests : { manifests: renderManifests(ctx.bucket, manifests) };
  },
});
