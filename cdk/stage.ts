import type { Node } from 'constructs';

/** How one stage differs from another. */
export interface Stage {
  readonly name: string;
  readonly terminationProtection: boolean;
  /** Requests a second that the API takes at most, and its burst. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly authorizerCacheSeconds: number;
  /** Whether functions get the invocations that they ask to be reserved. */
  readonly reservesConcurrency: boolean;
  /** Where alarms are mailed to; nowhere when absent. */
  readonly alarmEmail: string | undefined;
  /** What `SIGN_IN_ISSUERS` is; undefined = a user pool of the installation's own. */
  readonly signInIssuers: string | undefined;
  /** Variables of every function. */
  readonly environment: Readonly<Record<string, string>>;
}

const STAGES = ['dev', 'prod'] as const;

/**
 * The stage that the CDK context asks for: `--context stage=dev|prod`, and optionally `alarmEmail`,
 * `authorizerCacheSeconds`, `geocoder`, `signInIssuer` and `signInAudience`. Throws naming the key, the value and what is accepted.
 */
export function stageOf(node: Node): Stage {
  const name = text(node, 'stage') ?? 'dev';
  if (!STAGES.some((stage) => stage === name)) {
    throw new Error(`Context "stage" is "${name}"; it must be one of ${STAGES.join(', ')}.`);
  }
  const production = name === 'prod';
  return {
    name,
    terminationProtection: production,
    throttle: production ? { rateLimit: 1000, burstLimit: 2000 } : { rateLimit: 500, burstLimit: 1000 },
    authorizerCacheSeconds: cacheSeconds(node),
    reservesConcurrency: production,
    alarmEmail: text(node, 'alarmEmail'),
    signInIssuers: signInIssuers(node),
    environment: {
      GEOCODER: text(node, 'geocoder') ?? 'amazon-location',
      // Whether deliveries of the simulated providers may be set by hand.
      SIMULATION: String(!production),
    },
  };
}

/** API Gateway remembers an authorizer's verdict for an hour at most. */
const LONGEST_CACHE_SECONDS = 3600;

function cacheSeconds(node: Node): number {
  const given = text(node, 'authorizerCacheSeconds') ?? '0';
  const seconds = Number(given);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST_CACHE_SECONDS) return seconds;
  throw new Error(
    `Context "authorizerCacheSeconds" is "${given}"; it must be a whole number from 0 to 3600.`,
  );
}

/** The issuer that `signInIssuer` names, for tokens of the clients that `signInAudience` lists, parted by commas. */
function signInIssuers(node: Node): string | undefined {
  const issuer = text(node, 'signInIssuer');
  if (issuer === undefined) return undefined;
  if (!URL.canParse(issuer) || !issuer.startsWith('https://')) {
    throw new Error(
      `Context "signInIssuer" is "${issuer}"; it must be the https address of an OpenID Connect issuer.`,
    );
  }
  const audience = (text(node, 'signInAudience') ?? '').split(',').map((client) => client.trim());
  if (audience.includes('')) {
    throw new Error('Context "signInAudience" is missing; it must name the clients whose tokens are taken.');
  }
  return JSON.stringify([{ issuer, audience }]);
}

function text(node: Node, key: string): string | undefined {
  const value: unknown = node.tryGetContext(key);
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
