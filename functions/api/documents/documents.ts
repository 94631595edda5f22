import * as z from 'zod';
import {
  announceDocument,
  completeDocument as complete,
  contentUnfit,
  DOCUMENT_TYPES,
  type Document,
  type DocumentDeps,
  documentKey,
  documentNotFound,
  documentsOfOrder,
  findDocument,
  tooManyDocuments,
} from '../../../lib/fulfilment/documents/index.ts';
import { orderDuplicateExternalId, orderNotFound } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { documentUrl } from '../../../lib/platform/core/links.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { booleanParameter, shortText } from '../../../lib/platform/http/index.ts';
import { defineDocumentEndpoint } from './deps.ts';
import { announcedFile, uploadOf, uploadReply } from './document-schemas.ts';

const documentReply = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    type: z.enum(DOCUMENT_TYPES),
    contentType: z.string(),
    deliveryId: z.string(),
    link: z.string().meta({
      description: 'URL of the document, for `incidentFileUrls` and similar fields; read it with an API key.',
    }),
    url: z.string().nullable().meta({
      description: 'Temporary link to the file, valid for 15 minutes; null until the upload is complete.',
    }),
    data: z.string().nullable().meta({ description: 'File in base64, if requested and small enough.' }),
  })
  .meta({ id: 'Document' });

const example = {
  id: 'doc_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1d1',
  createdAt: '2026-03-05T01:11:51.000Z',
  type: 'proof_of_delivery',
  contentType: 'image/jpeg',
  deliveryId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
  link: 'https://api.example.com/v1/documents/doc_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1d1',
  url: 'https://bucket.s3.us-east-1.amazonaws.com/org_1/documents/doc_1?X-Amz-Signature=0a1b',
  data: null,
} as const;

const documentPath = z.object({ id: shortText(100).meta({ description: 'Id of the document, `doc_...`.' }) });

function render({ bucket }: Pick<DocumentDeps, 'bucket'>, document: Document, data: string | null = null) {
  const { organizationId, id, createdAt, type, contentType, deliveryId, state } = document;
  const url = state === 'stored' ? bucket.downloadLink(organizationId, documentKey(document)) : null;
  return { id, createdAt, type, contentType, deliveryId, link: documentUrl(id), url, data };
}

/** POST /v1/deliveries/{delivery_id}/documents */
export const createDocument = defineDocumentEndpoint({
  name: 'createDocument',
  method: 'POST',
  path: '/v1/deliveries/{delivery_id}/documents',
  area: 'Documents',
  summary: 'Announce a document of a delivery',
  description:
    'The reply has a link. Upload the file to it with the given headers within 15 minutes; it accepts exactly the ' +
    'announced type and size. POST /v1/documents/{id}/complete then checks the file and publishes it. It is deleted after ' +
    '400 days, or when the settings of the installation say.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: z.object({ delivery_id: shortText(100).meta({ description: 'Id of the delivery, `dlv_...`.' }) }),
  body: announcedFile,
  bodyExample: { type: 'proof_of_delivery', contentType: 'image/jpeg', sizeBytes: 48_211 },
  reply: documentReply.extend({ upload: uploadReply }),
  replyExample: {
    ...example,
    url: null,
    upload: {
      method: 'PUT',
      url: example.url,
      headers: {
        'content-type': 'image/jpeg',
        'content-length': '48211',
        'x-amz-tagging': 'retention=documents',
      },
      expiresAt: '2026-03-05T01:26:51.000Z',
    },
  },
  refusals: [documentNotFound, tooManyDocuments, contentionOver('document')],
  async handle({ input: { path, body }, ctx }) {
    const document = await announceDocument(ctx, ctx.caller, path.delivery_id, body);
    if (isRefusal(document)) return document;
    return { ...render(ctx, document), upload: uploadOf(ctx, document) };
  },
});

/** POST /v1/documents/{id}/complete */
export const completeDocument = defineDocumentEndpoint({
  name: 'completeDocument',
  method: 'POST',
  path: '/v1/documents/{id}/complete',
  area: 'Documents',
  summary: 'Complete an uploaded document',
  description:
    'Checks the file against the announcement. A file that does not match is deleted and can be uploaded again.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: documentPath,
  reply: documentReply,
  replyExample: example,
  refusals: [documentNotFound, contentUnfit, contentionOver('document')],
  async handle({ input: { path }, ctx }) {
    const document = await complete(ctx, ctx.caller, path.id);
    return isRefusal(document) ? document : render(ctx, document);
  },
});

/** GET /v1/documents/{id} */
export const getDocument = defineDocumentEndpoint({
  name: 'getDocument',
  method: 'GET',
  path: '/v1/documents/{id}',
  area: 'Documents',
  summary: 'Get a document',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: documentPath,
  reply: documentReply,
  replyExample: example,
  refusals: [documentNotFound],
  async handle({ input: { path }, ctx }) {
    const stored = await findDocument(ctx, ctx.caller, path.id);
    return isRefusal(stored) ? stored : render(ctx, stored.value);
  },
});

/** GET /v1/order/{id}/documents */
export const listOrderDocuments = defineDocumentEndpoint({
  name: 'listOrderDocuments',
  method: 'GET',
  path: '/v1/order/{id}/documents',
  area: 'Documents',
  summary: 'List the documents of an order',
  description: 'Documents of the deliveries of its job, as a bare array, oldest first.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  params: z.object({
    id: shortText(255).meta({ description: 'Id of the order, `ord_...`, or its external id.' }),
  }),
  query: z.object({
    loadData: booleanParameter
      .optional()
      .meta({ description: 'Whether `data` contains the files, up to 4 MB in total.' }),
  }),
  reply: z.array(documentReply),
  replyExample: [example],
  refusals: [orderNotFound, orderDuplicateExternalId],
  async handle({ input: { path, query }, ctx }) {
    const rows = await documentsOfOrder(ctx, ctx.caller, path.id, query.loadData ?? false);
    return isRefusal(rows) ? rows : rows.map(({ document, data }) => render(ctx, document, data));
  },
});
