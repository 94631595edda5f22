import { gunzipSync, gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Bucket } from '../../platform/storage/index.ts';
import { lakeFolder } from '../lake/index.ts';
import { SHOP_MESSAGE_TAGS, SHOP_MESSAGES } from '../shops/index.ts';
import type { LinkedIds } from './linked-ids.ts';
import type { Masking } from './mask.ts';

/** Where exports of personal data are. They expire by themselves. */
export const EXPORTS = 'personal-data/';

/** Tags of exports, by which the bucket deletes them. */
export const EXPORT_TAGS = Object.freeze({ retention: 'personal-data' });

/** How long exports are kept. */
export const EXPORT_LIFE_DAYS = 7;

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b];

/** Types of what is written again, by the end of the key. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['gz', 'application/gzip'],
]);

/** What became of a file. */
export type FileOutcome = 'masked' | 'deleted' | undefined;

/** Whether a file cannot say anything about a person. */
export function isWithoutPeople(key: string): boolean {
  return key.startsWith(lakeFolder(''));
}

/** By what files about a person are found. */
export interface FileSearch {
  readonly masking: Masking;
  /** Orders and jobs: the key of a proof, a photo or a label names its job. */
  readonly ids: LinkedIds;
  /** Keys that are known to be about the person. */
  readonly keys: ReadonlySet<string>;
  /** Whether the file is the paper of another order of the same job. */
  readonly isOfOthers: (key: string) => Promise<boolean>;
}

async function isTheirs(key: string, { ids, keys, isOfOthers }: FileSearch): Promise<boolean> {
  return keys.has(key) || (key.split('/').some((part) => ids.has(part)) && !(await isOfOthers(key)));
}

/** Whether a text of a file is about the person: it says so, or it names their orders. */
function isAbout(text: string, { masking, ids }: FileSearch): boolean {
  return masking.isAbout(text) || (ids.areIn(text) && masking.text(text) !== text);
}

/**
 * Masks what a file says about the person. A file that cannot be written again (pictures and papers of the person's
 * deliveries, workbooks) is deleted, and so is an export.
 */
export async function eraseFile(
  bucket: Bucket,
  organizationId: string,
  key: string,
  search: FileSearch,
): Promise<FileOutcome> {
  const { masking } = search;
  if (await isTheirs(key, search)) {
    await bucket.remove(organizationId, key);
    return 'deleted';
  }
  const content = await bucket.get(organizationId, key);
  if (!content) return undefined;
  const file = readFile(content);
  if (!file.texts.some((text) => isAbout(text, search))) return undefined;
  if (!file.write || key.startsWith(EXPORTS)) {
    await bucket.remove(organizationId, key);
    return 'deleted';
  }
  const written = file.write(masking);
  const type = TYPES.get(key.split('.').at(-1) ?? '') ?? 'text/plain';
  // The bucket still deletes it in its time.
  const tags = key.startsWith(SHOP_MESSAGES) ? SHOP_MESSAGE_TAGS : undefined;
  await bucket.put(organizationId, key, written, type, tags);
  return 'masked';
}

/** Whether a file says something about the person. */
export async function isFileAbout(
  bucket: Bucket,
  organizationId: string,
  key: string,
  search: FileSearch,
): Promise<boolean> {
  if (await isTheirs(key, search)) return true;
  if (key.startsWith(EXPORTS)) return false;
  const content = await bucket.get(organizationId, key);
  return content !== undefined && readFile(content).texts.some((text) => isAbout(text, search));
}

/** The texts of a file, and how it is written without the person, where it can be. */
function readFile(content: Uint8Array): {
  readonly texts: readonly string[];
  readonly write?: (masking: Masking) => Uint8Array;
} {
  const starts = (bytes: readonly number[]) => bytes.every((byte, index) => content[index] === byte);
  if (starts(GZIP)) {
    const text = gunzipSync(content).toString('utf8');
    return { texts: [text], write: (masking) => gzipSync(maskedText(text, masking)) };
  }
  if (starts(ZIP)) {
    const parts = Object.values(unzipSync(content)).map((part) => Buffer.from(part).toString('utf8'));
    return { texts: parts };
  }
  const text = Buffer.from(content).toString('utf8');
  // Pictures and PDFs: what they say is not in their bytes, so they are found by their keys.
  if (!Buffer.from(text, 'utf8').equals(Buffer.from(content))) return { texts: [] };
  return { texts: [text], write: (masking) => Buffer.from(maskedText(text, masking), 'utf8') };
}

/** JSON keeps its form, and its fields are masked as those of items are; any other text by its words. */
function maskedText(text: string, masking: Masking): string {
  try {
    return JSON.stringify(masking.value(JSON.parse(text)));
  } catch {
    return masking.text(text);
  }
}
