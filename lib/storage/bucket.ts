/** A stored object without its content. */
export interface StoredObject {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** A link under which a client puts one object itself; it works for exactly this type and size. */
export interface UploadLink {
  readonly url: string;
  /** Headers that have to be sent as they are. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
}

/** Large things of organizations. Each organization's keys lie under its own prefix, which no key leaves. */
export interface Bucket {
  put(organizationId: string, key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Undefined when there is no such object. */
  get(organizationId: string, key: string): Promise<Uint8Array | undefined>;
  head(organizationId: string, key: string): Promise<StoredObject | undefined>;
  remove(organizationId: string, key: string): Promise<void>;
  uploadLink(organizationId: string, key: string, object: StoredObject): UploadLink;
  /** A link that shows the object for a quarter of an hour. */
  downloadLink(organizationId: string, key: string): string;
}

/** How long links work. Seconds. */
export const LINK_LIFE_SECONDS = 15 * 60;

/** The object's key in the bucket. Throws for a key that would leave the organization's prefix. */
export function objectKey(organizationId: string, key: string): string {
  if (!/^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/.test(key)) throw new Error(`"${key}" is not an object key.`);
  return `${organizationId}/${key}`;
}
