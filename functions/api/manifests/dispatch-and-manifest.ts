import * as z from 'zod';
import {
  dispatchAndManifest as dispatchAll,
  MANIFEST_STAGES,
  MAX_DISPATCHED,
  type ManifestError,
} from '../../../lib/fulfilment/documents/index.ts';
import { orderInput } from '../../../lib/ordering/orders/index.ts';
import { readRow, reasonsOf } from '../../../lib/platform/http/index.ts';
import { orderBodyExample } from '../orders/order-examples.ts';
import { manifestEndpoint } from './deps.ts';
import { manifestsExample, manifestsReply, renderManifests } from './manifest-schemas.ts';

const errorReply = z.object({
  identifier: z
    .string()
    .meta({ description: 'External id of the order, else its place such as `orders[2]`.' }),
  orderId: z.string().optional().meta({ description: 'Absent when no order was created.' }),
  stage: z.enum(MANIFEST_STAGES).meta({ description: 'Where it failed.' }),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).meta({ description: 'The code, and what belongs to it.' }),
});

/** POST /v1/dispatch-and-manifest */
export const dispatchAndManifest = manifestEndpoint({
  name: 'dispatchAndManifest',
  method: 'POST',
  path: '/v1/dispatch-and-manifest',
  area: 'Documents',
  summary: 'Create orders, dispatch them and write their manifests',
  description:
    `Takes up to ${MAX_DISPATCHED} orders. Each is created, or changed when its \`externalId\` is known, and dispatched by its ` +
    'strategy. One that fails is in `errors` and does not hold back the others. Orders that are dispatched already are ' +
    'manifested only, so the same request can be sent again. A provider is asked right after this reply; when it ' +
    'refuses and another takes the order, POST /v1/manifest writes the manifest of that one.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: z.object({
    orders: z
      .array(z.unknown().meta({ override: { $ref: '#/components/schemas/OrderInput' } }))
      .min(1)
      .max(MAX_DISPATCHED)
      .meta({ description: 'The orders.' }),
  }),
  separateRows: 'orders',
  rowSchema: orderInput,
  bodyExample: { orders: [orderBodyExample] },
  reply: z.object({ manifests: manifestsReply, errors: z.array(errorReply) }),
  replyExample: {
    manifests: manifestsExample,
    errors: [
      {
        identifier: 'order-1002',
        orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
        stage: 'dispatch',
        message: 'No provider of the strategy serves these places.',
        details: { code: 'NO_ELIGIBLE_PROVIDERS' },
      },
    ],
  },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const rows = body.orders.map((row, index) => readRow(orderInput, row, `orders[${index}]`));
    const { manifests, errors } = await dispatchAll(ctx, ctx.caller, rows);
    return { manifests: renderManifests(ctx.bucket, manifests), errors: errors.map(renderError) };
  },
});

function renderError({ identifier, orderId, stage, refusal }: ManifestError): z.input<typeof errorReply> {
  return {
    identifier,
    ...(orderId === undefined ? {} : { orderId }),
    stage,
    message: reasonsOf(refusal).join(' '),
    details: { code: refusal.kind.code, ...refusal.details },
  };
}
