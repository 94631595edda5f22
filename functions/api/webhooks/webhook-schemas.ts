import * as z from 'zod';
import { renderedRoute } from '../../../lib/fleet/routes/index.ts';
import { returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import type { WebhookForm } from '../../../lib/platform/http/write-openapi.ts';
import { WEBHOOK_EVENT_TYPES } from '../../../lib/reactions/webhooks/index.ts';
import { exampleData } from './example-data.ts';

/** Joined, because the import rules would read a line that starts like this as an import of this file. */
const IMPORT = ['import { verifyWebhook }', "from 'delivery-orchestration-client';"].join(' ');

const VERIFY = `
Verify a message before you believe it, over the body as it came. In TypeScript:

\`\`\`ts
${IMPORT}

const message = verifyWebhook(body, request.headers, 'whsec_...'); // throws when the signature is wrong
\`\`\`

In Python, with its standard library alone:

\`\`\`python
import base64, hashlib, hmac, time

def verify(body: bytes, headers, secret: str) -> None:
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the message is too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(wanted, one) for one in headers["webhook-signature"].split()):
        raise ValueError("the signature is wrong")
\`\`\`

Answer with 2xx within 15 seconds, and do the work afterwards. A message can come twice and out of order: its
\`webhook-id\` is the same each time. The headers come under \`svix-*\`, too.
`.trim();

const job = returnedJobSchema
  .extend({
    late: z.literal(true).optional().meta({ description: 'Sent where the status came after a later one.' }),
    refundRequest: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Sent with events of a refund: the refund.' }),
  })
  .meta({ id: 'WebhookJob' });

const shift = z.object({
  eventSourceId: z.string().meta({ description: 'Id of what dispatched the orders.' }),
  created_job_ids: z.array(z.string()).meta({ description: 'Jobs of the orders that were dispatched.' }),
  errors: z
    .record(z.string(), z.string())
    .meta({ description: 'Reasons of the orders that were not, by the ids of the orders.' }),
});

const form = z.object({
  id: z.string(),
  courierId: z.string(),
  formKey: z.string().meta({ description: 'Key of the form in PUT /v1/driver-phones/forms.' }),
  formName: z.string(),
  driverName: z.string(),
  deliveryId: z.string().nullable(),
  routeId: z.string().nullable(),
  stopId: z.string().nullable(),
  submittedAt: z.string(),
  answers: z
    .array(
      z.object({ key: z.string(), label: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
    )
    .meta({ description: 'Answers with their labels as the driver saw them.' }),
});

/** The form of the messages whose types start with `type`. */
function formOf(type: string, summary: string, data: z.ZodType): WebhookForm {
  const types = WEBHOOK_EVENT_TYPES.filter((one) => one.startsWith(`${type}.`));
  const events = types.map((one) => one.slice(type.length + 1));
  const [first = '', ...others] = events;
  return {
    name: type,
    area: 'Webhooks',
    summary,
    description: [
      `Event types: ${types.map((one) => `\`${one}\``).join(', ')}.`,
      'POST /v1/webhooks/endpoints/{id}/test sends an example of each.',
      VERIFY,
    ].join('\n\n'),
    body: z.object({
      type: z.literal(type).meta({ description: 'First half of the event type.' }),
      event: z.enum([first, ...others]).meta({ description: 'Second half of the event type.' }),
      isTest: z.literal(true).optional().meta({ description: 'Sent with test messages alone.' }),
      data,
    }),
    example: { type, event: first, data: exampleData(types[0] ?? '') },
  };
}

/** The messages that endpoints get, for the document. */
export const webhookForms: readonly WebhookForm[] = [
  formOf('delivery', 'A delivery changed', job),
  formOf('task', 'An attempt to deliver changed', job),
  formOf('courier_location', 'A courier moved', job),
  formOf('route', 'The stops of a route changed', renderedRoute),
  formOf('shift', 'The orders of a delivery window were dispatched', shift),
  formOf('form', 'A driver submitted a form', form),
];
