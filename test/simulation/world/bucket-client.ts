import type { Bucket } from '../../../lib/storage/index.ts';
import { sent } from './aws-clients.ts';
import type { Instance } from './function-pool.ts';

/** The bucket of the world as a function reaches it: calls take time, are throttled, and lose their answers. */
export function bucketClient(instance: Instance): Bucket {
  const { bucket } = instance.world;
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
