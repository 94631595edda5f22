import * as z from 'zod';
import type { ConsoleDeps } from './deps.ts';
import { pagePolicy } from './page-reply.ts';

const discovered = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  end_session_endpoint: z.url().optional(),
});

/** The settings that the page gets: where to sign in, and which map to show. */
export interface PageSettings {
  readonly signIn:
    | {
        readonly clientId: string;
        readonly issuer: string;
        readonly authorizationEndpoint: string;
        readonly tokenEndpoint: string;
        readonly endSessionEndpoint: string | null;
      }
    | undefined;
  /** Address of the map's style, `{scheme}` in it being `Light` or `Dark`; empty = the plain map that comes with the console. */
  readonly mapStyleUrl: string;
}

/** How long the issuer's metadata is cached. Milliseconds. */
const KEPT_MS = 3_600_000;

let kept:
  | { readonly issuer: string; readonly atMs: number; readonly signIn: PageSettings['signIn'] }
  | undefined;

/** The settings of the page, with the issuer's metadata. Throws when the issuer does not return any. */
export async function pageSettings({
  signIn,
  mapStyle,
  fetchJson,
  clock,
}: Pick<ConsoleDeps, 'signIn' | 'mapStyle' | 'fetchJson' | 'clock'>): Promise<PageSettings> {
  const mapStyleUrl = await mapStyle();
  if (!signIn) return { signIn: undefined, mapStyleUrl };
  const { issuer, clientId } = signIn;
  if (kept?.issuer === issuer && clock.now() - kept.atMs < KEPT_MS)
    return { signIn: kept.signIn, mapStyleUrl };
  const found = discovered.parse(
    await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  const place = {
    clientId,
    issuer,
    authorizationEndpoint: found.authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    endSessionEndpoint: found.end_session_endpoint ?? null,
  };
  kept = { issuer, atMs: clock.now(), signIn: place };
  return { signIn: place, mapStyleUrl };
}

/**
 * What the page may load and call: itself, the bucket, the issuer's token endpoint and the installation's map. No other
 * script, style, frame or address.
 */
export function contentSecurityPolicy(
  { bucketOrigin }: Pick<ConsoleDeps, 'bucketOrigin'>,
  { signIn, mapStyleUrl }: PageSettings,
): string {
  const map = mapStyleUrl === '' ? [] : [new URL(mapStyleUrl).origin];
  const calls = [bucketOrigin, ...(signIn ? [new URL(signIn.tokenEndpoint).origin] : []), ...map];
  return pagePolicy([
    "font-src 'self'",
    ['img-src', "'self'", 'data:', 'blob:', ...map].join(' '),
    ['connect-src', "'self'", ...new Set(calls)].join(' '),
  ]);
}
