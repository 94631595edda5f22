/** A stored object without its content. */
export interface StoredObject {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** An object that a client uploads. */
export interface UploadedObject extends StoredObject {
  /** Tags that it has from the start, such as those by which the bucket deletes it. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** A link with which a client uploads one object itself; it works for exactly this type and size. */
export interface UploadLink {
  readonly url: string;
  /** Headers that must be sent unchanged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
}

/** Large objects of organizations. Each organization's keys are below its own prefix, which no key can leave. */
export interface Bucket {
  put(
    organizationId: string,
    key: string,
    content: Uint8Array,
    contentType: string,
    tags?: UploadedObject['tags'],
  ): Promise<void>;
  /** Undefined when there is no such object. */
  get(organizationId: string, key: string): Promise<Uint8Array | undefined>;
  /** The content as it comes in; undefined when there is no such object. */
  stream(organizationId: string, key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  head(organizationId: string, key: string): Promise<StoredObject | undefined>;
  remove(organizationId: string, key: string): Promise<void>;
  /** A page of the keys of an organization in their order, those after a key; the last page is empty. */
  list(organizationId: string, after: string | undefined): Promise<readonly string[]>;
  uploadLink(organizationId: string, key: string, object: UploadedObject): UploadLink;
  /** A link with which a client uploads one object of any size, without further headers. */
  openLink(organizationId: string, key: string): Omit<UploadLink, 'headers'>;
  /** A link that shows the object for a quarter of an hour. */
  downloadLink(organizationId: string, key: string): string;
}

/** How long links work. Seconds. */
export const LINK_LIFE_SECONDS = 15 * 60;

/** The object's key in the bucket. Throws for a key that would leave the organization's prefix. */
export function objectKey(organizationId: string, key: string): string {
  if (!/^[A-Za-z0-9_=-]+(?:[./][A-Za-z0-9_=-]+)*$/.test(key))
    throw new Error(`"${key}" is not an object key.`);
  return `${organizationId}/${key}`;
}
