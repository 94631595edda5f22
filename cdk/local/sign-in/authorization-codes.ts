import { createHash, randomUUID } from 'node:crypto';

/** Data of a code until it is redeemed. */
interface Grant {
  readonly email: string;
  readonly redirectUri: string;
  readonly nonce: string | undefined;
  /** PKCE: the S256 of the verifier that redeems the code. */
  readonly challenge: string;
  readonly endsAt: number;
}

/** Lifetime of a code: one minute. */
const LIFE_MS = 60_000;

/** Codes of the authorization code flow, each redeemed once and with its PKCE verifier. */
export class AuthorizationCodes {
  readonly #grants = new Map<string, Grant>();

  make(grant: Omit<Grant, 'endsAt'>, nowMs: number): string {
    const code = randomUUID();
    this.#grants.set(code, { ...grant, endsAt: nowMs + LIFE_MS });
    return code;
  }

  /** The user of the code; undefined when the code is unknown, used, too old or another client's. */
  redeem(
    request: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
    nowMs: number,
  ): Pick<Grant, 'email' | 'nonce'> | undefined {
    const grant = this.#grants.get(request.code);
    this.#grants.delete(request.code);
    const challenge = createHash('sha256').update(request.verifier).digest('base64url');
    const isValid =
      grant !== undefined &&
      nowMs < grant.endsAt &&
      grant.redirectUri === request.redirectUri &&
      grant.challenge === challenge;
    return isValid ? grant : undefined;
  }
}
