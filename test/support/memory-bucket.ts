import type { Bucket } from '../../lib/platform/storage/index.ts';

/** A bucket in memory, for tests of its contents. */
export function memoryBucket(): Bucket & {
  readonly objects: Map<string, Uint8Array>;
  /** Those that objects have now, by the same names. */
  readonly tags: Map<string, Readonly<Record<string, string>> | undefined>;
} {
  const objects = new Map<string, Uint8Array>();
  const tagsOf = new Map<string, Readonly<Record<string, string>> | undefined>();
  const nameOf = (organizationId: string, key: string) => `${organizationId}/${key}`;
  const linkOf = (method: string, organizationId: string, key: string) =>
    `https://bucket.example/${nameOf(organizationId, key)}?method=${method}`;
  return {
    objects,
    tags: tagsOf,
    async put(organizationId, key, content, _type, tags) {
      objects.set(nameOf(organizationId, key), content);
      tagsOf.set(nameOf(organizationId, key), tags);
    },
    get: async (organizationId, key) => objects.get(nameOf(organizationId, key)),
    async stream(organizationId, key) {
      const content = objects.get(nameOf(organizationId, key));
      return content && portionsOf(content);
    },
    async head(organizationId, key) {
      const content = objects.get(nameOf(organizationId, key));
      return content && { sizeBytes: content.length, contentType: 'image/jpeg' };
    },
    async list(organizationId, after) {
      const prefix = `${organizationId}/`;
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
      return keys
        .map((key) => key.slice(prefix.length))
        .filter((key) => after === undefined || key > after)
        .slice(0, 1_000);
    },
    remove: async (organizationId, key) => void objects.delete(nameOf(organizationId, key)),
    uploadLink: (organizationId, key, { contentType, sizeBytes, tags }) => ({
      url: linkOf('PUT', organizationId, key),
      headers: {
        'content-type': contentType,
        'content-length': String(sizeBytes),
        ...(tags ? { 'x-amz-tagging': new URLSearchParams({ ...tags }).toString() } : {}),
      },
      expiresAt: '2026-03-02T09:15:00.000Z',
    }),
    openLink: (organizationId, key) => ({
      url: linkOf('PUT', organizationId, key),
      expiresAt: '2026-03-02T09:15:00.000Z',
    }),
    downloadLink: (organizationId, key) => linkOf('GET', organizationId, key),
  };
}

/** A content as it arrives from elsewhere, in portions that split its characters. */
async function* portionsOf(content: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const size = 10_007;
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}
