import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { MAX_PHOTO_BYTES, maskFacesInPhoto, unusablePhoto } from '../../../lib/reactions/reviews/index.ts';
import { aiEndpoint } from './deps.ts';

/** POST /v1/ai/mask-face-in-photo */
export const maskFaceInPhoto = aiEndpoint({
  name: 'maskFaceInPhoto',
  method: 'POST',
  path: '/v1/ai/mask-face-in-photo',
  area: 'Reviews',
  summary: 'Mask the faces in a photo',
  description:
    'Finds faces within the service itself, without a model elsewhere, covers them by coarse squares, and keeps the copy, ' +
    'upright and without the data of the camera. Faces that are turned away, or smaller than a thirtieth of the photo, may ' +
    `be missed. The photo is a JPEG or PNG of at most ${MAX_PHOTO_BYTES / 1024 / 1024} MB and 16 megapixels at a public \`https\` address, or a document of the ` +
    'service by its `link`.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  body: z.object({ imageUrl: shortText(2_048).meta({ description: 'Address of the photo.' }) }),
  bodyExample: { imageUrl: 'https://photos.quick-riders.example/9f3a.jpg' },
  reply: z.object({
    imageUrl: z.string().meta({ description: 'Temporary link to the masked copy, valid for 15 minutes.' }),
    contentType: z.string(),
    facesMasked: z.int(),
  }),
  replyExample: {
    imageUrl: 'https://bucket.s3.us-east-1.amazonaws.com/org_1/masked-photos/0a1b2c?X-Amz-Signature=0a1b',
    contentType: 'image/jpeg',
    facesMasked: 2,
  },
  refusals: [unusablePhoto],
  async handle({ input: { body }, ctx }) {
    const copy = await maskFacesInPhoto(ctx, ctx.caller, body.imageUrl);
    if (isRefusal(copy)) return copy;
    return { imageUrl: copy.url, contentType: copy.contentType, facesMasked: copy.faces };
  },
});
