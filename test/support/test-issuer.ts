import { createIssuer, type Issuer } from '../../cdk/local/sign-in/create-issuer.ts';
import { tokenVerifier, type VerifyToken } from '../../lib/people/tenancy/index.ts';
import type { Clock } from '../../lib/platform/core/clock.ts';

/** The audience of the tests' tokens. */
export const AUDIENCE = 'console';

/** An issuer that is called without a network. */
export interface TestIssuer extends Issuer {
  readonly verifyToken: VerifyToken;
  /** How often its keys were read. */
  readonly reads: () => number;
  /** Whether it answers. */
  isUp: boolean;
  /** Makes reads wait until the returned function is called. */
  holdReads(): () => void;
}

/** Starts an issuer with the verifier that an authorizer would create for it. */
export async function startTestIssuer(clock: Clock, url = 'https://sign-in.example'): Promise<TestIssuer> {
  const issuer = await createIssuer(url, AUDIENCE, () => clock.now());
  let reads = 0;
  let held: Promise<void> | undefined;
  const made: TestIssuer = {
    ...issuer,
    isUp: true,
    reads: () => reads,
    holdReads() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    verifyToken: tokenVerifier(
      {
        clock,
        async fetchJson(asked) {
          await held;
          if (!made.isUp) throw new Error('The issuer is down.');
          if (asked === `${url}/.well-known/openid-configuration`) return issuer.configuration();
          reads += 1;
          return issuer.keySet();
        },
      },
      [{ issuer: url, audience: [AUDIENCE] }],
    ),
  };
  return made;
}
