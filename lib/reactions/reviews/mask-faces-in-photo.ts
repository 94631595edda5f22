import { maskPhoto } from '../../engines/photos/index.ts';
import { DOCUMENT_TAGS, type DocumentActor } from '../../fulfilment/documents/index.ts';
import { digest } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { fetchPhoto, type PhotoDeps } from './fetch-photo.ts';
import { unusablePhoto } from './refusals.ts';

/** A copy of a photo without recognizable faces, in the bucket. */
export interface MaskedCopy {
  /** Link to it, for a quarter of an hour. */
  readonly url: string;
  readonly contentType: string;
  readonly faces: number;
}

/** Masks the faces of a photo and keeps the copy. The same photo again gives the same copy. */
export async function maskFacesInPhoto(
  deps: PhotoDeps,
  actor: DocumentActor,
  imageUrl: string,
): Promise<MaskedCopy | Refusal> {
  const content = await fetchPhoto(deps, actor, imageUrl, 'imageUrl');
  if (isRefusal(content)) return content;
  const masked = maskPhoto(content);
  if ('problem' in masked) {
    const shown = imageUrl.slice(0, 200);
    const message = `imageUrl ${JSON.stringify(shown)} ${masked.problem}. Send another photo.`;
    return unusablePhoto(message, { field: 'imageUrl', url: shown });
  }
  const { organizationId } = actor;
  const key = `masked-photos/${digest(Buffer.from(content).toString('base64'))}`;
  await deps.bucket.put(organizationId, key, masked.content, masked.contentType, DOCUMENT_TAGS);
  const { contentType, faces } = masked;
  return { url: deps.bucket.downloadLink(organizationId, key), contentType, faces };
}
