import type { Bucket } from '../../../lib/storage/index.ts';
import { memoryBucket } from '../../support/memory-bucket.ts';
import { sent } from './aws-clients.ts';
import type { Instance } from './function-pool.ts';

/** The bucket of the simulated world. */
export class Objects {
  readonly #bucket = memoryBucket();

  /** The bucket as a function reaches it: calls take time, are throttled, and lose their answers. */
  clientOf(instance: Instance): Bucket {
    const bucket = this.#bucket;
    const through =
      <Given extends unknown[], Answer>(what: string, call: (...given: Given) => Promise<Answer>) =>
      (...given: Given) =>
        sent(instance, `${what} ${String(given[1])}`, () => call(...given));
    return {
      ...bucket,
      put: through('put', bucket.put),
      get: through('get', bucket.get),
      stream: through('stream', bucket.stream),
      head: through('head', bucket.head),
      remove: through('remove', bucket.remove),
    };
  }

  /** Somebody puts a file to a link of the bucket. */
  put(link: string, content: string): void {
    this.#bucket.objects.set(decodeURIComponent(new URL(link).pathname.slice(1)), Buffer.from(content));
  }
}
