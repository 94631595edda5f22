import * as z from 'zod';
import { documentKey, type Manifest } from '../../../lib/fulfilment/documents/index.ts';
import type { Bucket } from '../../../lib/platform/storage/index.ts';

/** The manifests of a call, one for each provider. */
export const manifestsReply = z
  .array(
    z.object({
      providerId: z.string(),
      orderIds: z.array(z.string()),
      documents: z.array(
        z.object({
          id: z.string().meta({ description: 'Id for GET /v1/documents/{id}.' }),
          url: z.string().meta({ description: 'Temporary link to the file, valid for 15 minutes.' }),
          contentType: z.string(),
        }),
      ),
    }),
  )
  .meta({ description: 'A manifest for each provider.' });

export const manifestsExample = [
  {
    providerId: 'prv_doordash',
    orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
    documents: [
      {
        id: 'doc_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1d1',
        url: 'https://bucket.s3.us-east-1.amazonaws.com/org_1/manifests/0a1b2c?X-Amz-Signature=0a1b',
        contentType: 'application/pdf',
      },
    ],
  },
];

/** Manifests in their wire form. */
export function renderManifests(
  bucket: Bucket,
  manifests: readonly Manifest[],
): z.input<typeof manifestsReply> {
  return manifests.map(({ providerId, orderIds, document }) => {
    const { id, contentType, organizationId } = document;
    const url = bucket.downloadLink(organizationId, documentKey(document));
    return { providerId, orderIds: [...orderIds], documents: [{ id, url, contentType }] };
  });
}
