import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { shortLinkUrl } from '../../../platform/core/links.ts';
import { defineRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, defineEntity, type Operation, remove } from '../../../platform/table/index.ts';

/** A link does not name its organization: links are stored outside of organizations, each by itself. */
const OUTSIDE = '-';

/** How long a link works. Seconds. */
const LIFE_SECONDS = 90 * 24 * 3600;

/** Characters of a code: 51 bits, which cannot be guessed, and short enough for a text message. */
const CODE_LENGTH = 10;

/** Addresses up to this length stay as they are. */
const SHORT_ENOUGH = 45;

const schema = z.object({
  code: z.string(),
  organizationId: z.string(),
  url: z.string(),
  createdAt: z.string(),
});

export const shortLinkEntity = defineEntity<z.infer<typeof schema>, { code: string }>({
  name: 'shortLink',
  schema,
  partition: ({ code }) => ({ organizationId: OUTSIDE, type: 'shortLink', id: code }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ createdAt }) => Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS,
});

/** A text whose long addresses are replaced by short ones, and the writes for these. */
export function shortened(
  text: string,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  nowMs: number,
): { readonly text: string; readonly operations: readonly Operation[] } {
  const links = new Map<string, { readonly code: string; readonly url: string }>();
  const short = text.replace(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g, (url) => {
    const code = digest('link', id, url).slice(0, CODE_LENGTH);
    const replacement = shortLinkUrl(code);
    const isShort = url.length <= SHORT_ENOUGH || replacement.length >= url.length;
    if (isShort || !URL.canParse(url)) return url;
    links.set(url, { code, url });
    return replacement;
  });
  const createdAt = toInstant(nowMs);
  const operations = [...links.values()].map((link) =>
    create(shortLinkEntity, { ...link, organizationId, createdAt }),
  );
  return { text: short, operations };
}

export const shortLinkUnknown = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'The short link does not exist, or it is older than 90 days.',
});

/** Target of a short link. 1 call. */
export async function findShortLink(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  code: string,
): Promise<string | Refusal> {
  const found = await table.get(shortLinkEntity, { code });
  const isOver = !found || Date.parse(found.value.createdAt) + LIFE_SECONDS * 1000 < clock.now();
  return isOver
    ? shortLinkUnknown('This link is not valid. Check that you copied all of it.')
    : found.value.url;
}

/** Codes of short links in a text. */
const CODES = new RegExp(`/l/([0-9a-z]{${CODE_LENGTH}})(?![0-9a-z])`, 'g');

/** Deletes the short links of an organization in a text: their addresses may name the recipient. How many there were. */
export async function forgetShortLinks(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  text: string,
): Promise<number> {
  const codes = [...new Set(Array.from(text.matchAll(CODES), ([, code = '']) => code))];
  if (codes.length === 0) return 0;
  const found = await table.getMany(
    shortLinkEntity,
    codes.map((code) => ({ code })),
  );
  const own = found.filter((link) => link?.value.organizationId === organizationId);
  for (const link of own) if (link) await table.write([remove(shortLinkEntity, link)]);
  return own.length;
}
