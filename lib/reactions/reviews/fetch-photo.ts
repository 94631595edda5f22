import { type DocumentActor, documentKey, findDocument } from '../../fulfilment/documents/index.ts';
import type { SendGuarded } from '../../platform/core/guarded-request.ts';
import { documentUrl } from '../../platform/core/links.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { unusablePhoto } from './refusals.ts';

/** Largest file of a photo. Bytes. */
export const MAX_PHOTO_BYTES = 8 * 1024 * 1024;

/** Longest wait for a photo. Milliseconds. */
const TIMEOUT_MS = 8_000;

/** What photos are fetched with: `send` reaches public addresses only. */
export interface PhotoDeps extends Pick<CoreDeps, 'table'> {
  readonly bucket: Bucket;
  readonly send: SendGuarded;
}

/** The file at a photo's address. The address of a document of the service is read as its caller may. */
export async function fetchPhoto(
  deps: PhotoDeps,
  actor: DocumentActor,
  url: string,
  field?: string,
): Promise<Uint8Array | Refusal> {
  const refuse = (problem: string) =>
    unusablePhoto(
      `${field ?? 'The photo'} ${JSON.stringify(url.slice(0, 200))} ${problem}. Send another photo.`,
      {
        ...(field === undefined ? {} : { field }),
        url: url.slice(0, 200),
      },
    );
  if (url.startsWith(documentUrl(''))) {
    const document = await findDocument(deps, actor, url.slice(documentUrl('').length));
    if (isRefusal(document)) return refuse('is no document of yours');
    const content = await deps.bucket.get(document.value.organizationId, documentKey(document.value));
    return content ?? refuse('has not been uploaded yet');
  }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // On a connection of its own: one that was kept may have been closed at the other end.
    const onConnected = () => undefined;
    const headers = { accept: 'image/*' };
    const reply = await deps.send({ method: 'GET', url, headers, signal, onConnected });
    if (reply.statusCode !== 200) {
      reply.destroy();
      return refuse(`answers ${reply.statusCode}`);
    }
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of reply) {
      size += part.length;
      if (size > MAX_PHOTO_BYTES) {
        reply.destroy();
        return refuse(`has more than ${MAX_PHOTO_BYTES / 1024 / 1024} MB`);
      }
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    return refuse(`cannot be fetched: ${error instanceof Error ? error.message : String(error)}`);
  }
}
