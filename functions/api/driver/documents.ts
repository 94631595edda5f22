import * as z from 'zod';
import { driverDisabled, findCarried, findCarriedDocument } from '../../../lib/fleet/driver-app/index.ts';
import { assignmentNotFound } from '../../../lib/fleet/own-fleet/index.ts';
import {
  announceDocument,
  completeDocument,
  contentUnfit,
  documentNotFound,
  tooManyDocuments,
} from '../../../lib/fulfilment/documents/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { phoneOf } from '../../compose/phone-of.ts';
import { defineDocumentEndpoint } from '../documents/deps.ts';
import { announcedFile, uploadOf, uploadReply } from '../documents/document-schemas.ts';

const reply = z
  .object({
    id: z.string(),
    deliveryId: z.string(),
  })
  .meta({ id: 'DriverDocument' });

const example = {
  id: 'doc_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1d1',
  deliveryId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
};

const common = { area: "Driver's app", permission: 'DRIVE', forLimited: 'refused', isNoTool: true } as const;

/** POST /v1/driver/documents */
export const announceDriverDocument = defineDocumentEndpoint({
  ...common,
  name: 'announceDriverDocument',
  method: 'POST',
  path: '/v1/driver/documents',
  summary: 'Announce a photo or a signature',
  description:
    "For a package that the driver carries or has carried. Upload the file to the reply's link with the given headers within 15 " +
    'minutes, and complete it; then send its `id` in a proof of the delivery.',
  body: z.object({
    deliveryId: shortText(100).meta({ description: 'Delivery of the package.' }),
    key: shortText(100).optional().meta({
      description:
        'Id of the picture on the phone. Announced again with it, the picture is the same document.',
    }),
    ...announcedFile.shape,
  }),
  bodyExample: {
    deliveryId: example.deliveryId,
    type: 'proof_of_delivery',
    contentType: 'image/jpeg',
    sizeBytes: 48_211,
  },
  reply: reply.extend({ upload: uploadReply }),
  replyExample: {
    ...example,
    upload: {
      method: 'PUT',
      url: 'https://bucket.s3.us-east-1.amazonaws.com/org_1/documents/doc_1?X-Amz-Signature=0a1b',
      headers: { 'content-type': 'image/jpeg', 'content-length': '48211' },
      expiresAt: '2026-03-05T01:26:51.000Z',
    },
  },
  refusals: [
    driverDisabled,
    assignmentNotFound,
    documentNotFound,
    tooManyDocuments,
    contentionOver('document'),
  ],
  async handle({ input: { body }, ctx }) {
    const { deliveryId, ...file } = body;
    const actor = await findCarried(ctx.table, phoneOf(ctx), deliveryId);
    if (isRefusal(actor)) return actor;
    const document = await announceDocument(ctx, actor, deliveryId, file);
    if (isRefusal(document)) return document;
    return { id: document.id, deliveryId, upload: uploadOf(ctx, document) };
  },
});

/** POST /v1/driver/documents/{id}/complete */
export const completeDriverDocument = defineDocumentEndpoint({
  ...common,
  name: 'completeDriverDocument',
  method: 'POST',
  path: '/v1/driver/documents/{id}/complete',
  summary: 'Complete an uploaded photo or signature',
  description:
    'Checks the file against the announcement. One that does not match is deleted and can be uploaded again.',
  params: z.object({ id: shortText(100).meta({ description: 'Id of the document, `doc_...`.' }) }),
  reply,
  replyExample: example,
  refusals: [driverDisabled, assignmentNotFound, documentNotFound, contentUnfit, contentionOver('document')],
  async handle({ input: { path }, ctx }) {
    const actor = await findCarriedDocument(ctx, phoneOf(ctx), path.id);
    if (isRefusal(actor)) return actor;
    const document = await completeDocument(ctx, actor, path.id);
    if (isRefusal(document)) return document;
    const { id, deliveryId } = document;
    return { id, deliveryId };
  },
});
