import * as z from 'zod';

const issuers = z.array(
  z.object({
    /** The `iss` of its tokens, below which its OpenID configuration is. */
    issuer: z.string(),
    /** Accepted values of `aud`: the client ids of the console and of other applications. */
    audience: z.array(z.string()).min(1),
  }),
);

/** An OpenID Connect issuer whose tokens sign users in. */
export type SignInIssuer = z.output<typeof issuers>[number];

/** Name of the variable that the stack sets; the first issuer is the one whose subjects are linked. */
export const SIGN_IN_VARIABLE = 'SIGN_IN_ISSUERS';

/** The issuers that the environment names; none without the variable. */
export function signInIssuers(
  environment: Readonly<Record<string, string | undefined>>,
): readonly SignInIssuer[] {
  const text = environment[SIGN_IN_VARIABLE];
  return text ? issuers.parse(JSON.parse(text)) : [];
}
