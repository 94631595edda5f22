import type { Node } from 'constructs';
import { LAKE_LIFE_DAYS } from '../lib/operations/lake/index.ts';
import { KEPT_DAYS_VARIABLES, keptDays, SHORTEST_RECORD_DAYS } from '../lib/platform/core/kept-days.ts';
import { TRACE_VARIABLE } from '../lib/platform/runtime/index.ts';
import { refusal, Settings } from './settings.ts';

/** The differences between stages. */
export interface Stage {
  readonly name: string;
  readonly terminationProtection: boolean;
  /** Maximum number of requests a second of the API, and its burst. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly authorizerCacheSeconds: number;
  /** Whether functions get the reserved invocations that they ask for. */
  readonly reservesConcurrency: boolean;
  readonly collectsBatches: boolean;
  /** Whether a new version of one of the API's functions gets a tenth of the requests first. */
  readonly canary: boolean;
  /** Processors of the function that solves parts of optimizations. */
  readonly solverCores: number;
  /** Share of the traces that X-Ray gets, in percent. */
  readonly tracePercent: number;
  /** Whether requests and messages of each organization are counted by CloudWatch. */
  readonly metersOrganizations: boolean;
  /** For how many days the bucket keeps what; undefined = for good. */
  readonly keeps: { readonly documents: number; readonly lake: number; readonly archive: number | undefined };
  /** Where alarms are sent: e-mail addresses and HTTPS endpoints. */
  readonly alarms: { readonly email: string | undefined; readonly url: string | undefined };
  /** A custom domain for the API. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** Domain of the sender of e-mails, which SES signs with DKIM. */
  readonly emailDomain: string | undefined;
  /** Origins whose scripts may call the API; by default none. */
  readonly corsOrigins: readonly string[];
  /** The table to use instead of the retained stack's own: one restored from a backup. */
  readonly restoredTable: { readonly name: string; readonly streamArn: string } | undefined;
  readonly tags: Readonly<Record<string, string>>;
  /** Units that the table keeps ready at least, and at most; undefined = it is paid by use. */
  readonly provisioned:
    | { readonly readUnits: number; readonly writeUnits: number; readonly mostUnits: number }
    | undefined;
  /** Requests that a new table takes at once; undefined = 12,000 reads and 4,000 writes a second. */
  readonly warmThroughput:
    | { readonly readUnitsPerSecond: number; readonly writeUnitsPerSecond: number }
    | undefined;
  /** Copies of the table and the bucket in a vault of another account; undefined = none. */
  readonly copies:
    | { readonly vaultArn: string; readonly everyHours: number; readonly keptDays: number }
    | undefined;
  /** How people sign in with the installation's own user pool. */
  readonly signIn: {
    readonly mfa: 'off' | 'optional' | 'required';
    /** Whether strangers may create accounts, which alone give no access. */
    readonly selfSignUp: boolean;
    /** Sender of its e-mails, of a verified identity of SES; undefined = Cognito's own, with 50 a day. */
    readonly sender: string | undefined;
  };
  /** Value of `SIGN_IN_ISSUERS`; undefined = the installation's own user pool. */
  readonly signInIssuers: string | undefined;
  /** Whether the console's map is that of Amazon Location, by a key of its own. */
  readonly hasMapKey: boolean;
  /** Variables of every function. */
  readonly environment: Readonly<Record<string, string>>;
}

/** API Gateway caches an authorizer's verdict for at most an hour. */
const LONGEST_CACHE_SECONDS = 3600;

/** The gateway's own throttle is at most this. */
const MAX_REQUESTS_PER_SECOND = 1000;

/** Ten years. */
const MOST_DAYS = 3_650;

/** Lambda gives a function at most 10,240 MB, and a processor for each 1,769 MB. */
const MAX_SOLVER_CORES = 5;

/** The stage that the CDK context asks for. Throws an error that names key, value and accepted values. */
export function stageOf(node: Node): Stage {
  const settings = new Settings(node);
  const production = settings.flag('production', settings.stage === 'prod');
  const configurationSet = (key: 'emailConfigurationSet' | 'smsConfigurationSet') =>
    settings.matching(key, /^[\w-]{1,64}$/, 'the name of a configuration set') ?? '';
  return {
    name: settings.stage,
    terminationProtection: production,
    throttle: production ? { rateLimit: 1000, burstLimit: 2000 } : { rateLimit: 500, burstLimit: 1000 },
    authorizerCacheSeconds: authorizerCacheSecondsOf(settings),
    reservesConcurrency: settings.flag('reserveConcurrency', production),
    collectsBatches: settings.flag('batching', true),
    canary: settings.flag('canary', production),
    solverCores: settings.whole('solverCores', { from: 1, to: MAX_SOLVER_CORES, fallback: 1 }),
    tracePercent: tracePercentOf(settings),
    keeps: bucketDaysOf(settings),
    metersOrganizations: settings.flag('organizationMetrics', false),
    alarms: alarmsOf(settings, production),
    domain: domainOf(settings),
    emailDomain: emailDomainOf(settings),
    corsOrigins: corsOriginsOf(settings),
    restoredTable: restoredTableOf(settings),
    tags: tagsOf(settings),
    warmThroughput: warmThroughputOf(settings),
    provisioned: provisionedOf(settings),
    copies: copiesOf(settings),
    signIn: {
      mfa: settings.oneOf('signInMfa', ['off', 'optional', 'required'], 'optional'),
      selfSignUp: settings.flag('signInSelfSignUp', false),
      sender: settings.matching('signInSender', ADDRESS, 'an e-mail address such as "sign-in@shop.example"'),
    },
    signInIssuers: signInIssuersOf(settings),
    hasMapKey:
      settings.oneOf('map', ['amazon-location', 'none'], 'amazon-location') === 'amazon-location' &&
      settings.text('mapStyleUrl') === undefined,
    environment: {
      // DEBUG also logs every message and request that went well, and the start and end of every invocation.
      LOG_LEVEL: settings.oneOf('logLevel', ['INFO', 'DEBUG'], 'INFO'),
      GEOCODER: settings.oneOf('geocoder', ['amazon-location', 'gazetteer', 'none'], 'amazon-location'),
      // Requests a second that an organization may send; 0 = as many as the gateway accepts.
      REQUESTS_PER_SECOND: String(
        settings.whole('requestsPerSecond', { from: 0, to: MAX_REQUESTS_PER_SECOND, fallback: 20 }),
      ),
      // The source of travel times.
      TRAVEL:
        settings.matching(
          'travel',
          /^(?:estimate|amazon-location|https?:\/\/[^\s/]+(?:\/\S*)?)$/,
          '"estimate", "amazon-location" or the URL of a Valhalla',
        ) ?? 'amazon-location',
      // Sender address of notifications by e-mail, from an identity that SES has verified.
      EMAIL_FROM: senderOf(settings),
      // Configuration sets whose events go to the topics below; empty = none, and statuses end with "sent".
      EMAIL_CONFIGURATION_SET: configurationSet('emailConfigurationSet'),
      SMS_CONFIGURATION_SET: configurationSet('smsConfigurationSet'),
      // ARNs of the topics that report messages and answers, separated by commas.
      NOTIFICATION_TOPICS: settings
        .list(
          'notificationTopics',
          /^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w.-]+$/,
          'ARNs of SNS topics, separated by commas',
        )
        .join(','),
      // Phone number, sender id or pool from which text messages are sent; empty = the account's choice.
      SMS_ORIGIN:
        settings.matching('smsOrigin', /^[\w:/+-]{1,256}$/, 'a phone number, a sender id or a pool') ?? '',
      // Id of the WhatsApp phone number; empty = none, and such messages fail.
      WHATSAPP_ORIGIN:
        settings.matching(
          'whatsappOrigin',
          /^(?:phone-number-id-\w+|arn:[\w-]+:social-messaging:\S+:phone-number-id\/\w+)$/,
          'the id of a WhatsApp phone number such as "phone-number-id-0123abcd"',
        ) ?? '',
      // Style of the console's map instead of that of Amazon Location, or of the plain one.
      MAP_STYLE_URL:
        settings.matching('mapStyleUrl', /^https:\/\/[^\s/]+\/\S*$/, 'the https address of a map style') ??
        '',
      ...modelOf(settings),
      ...traceVariableOf(settings),
      ...keptVariablesOf(settings),
      // Whether deliveries of the simulated providers may be set by hand.
      SIMULATION: String(!production),
    },
  };
}

function tracePercentOf(settings: Settings): number {
  const given = settings.matching(
    'tracePercent',
    /^(?:100|\d{1,2}(?:\.\d{1,4})?)$/,
    'a share in percent from 0 to 100, with at most 4 decimals',
  );
  return Number(given ?? 0);
}

function bucketDaysOf(settings: Settings): Stage['keeps'] {
  const days = (key: 'documentDays' | 'lakeDays' | 'archiveDays', fallback: number) =>
    settings.whole(key, { from: SHORTEST_RECORD_DAYS, to: MOST_DAYS, fallback });
  return {
    documents: days('documentDays', keptDays().documents),
    lake: days('lakeDays', LAKE_LIFE_DAYS),
    archive: settings.text('archiveDays') === undefined ? undefined : days('archiveDays', MOST_DAYS),
  };
}

/** What functions keep for another time than by themselves. */
function keptVariablesOf(settings: Settings): Readonly<Record<string, string>> {
  const given = [
    [KEPT_DAYS_VARIABLES.records, 'recordDays'],
    [KEPT_DAYS_VARIABLES.archive, 'archiveDays'],
    [KEPT_DAYS_VARIABLES.documents, 'documentDays'],
  ] as const;
  return Object.fromEntries(
    given
      .filter(([, key]) => settings.text(key) !== undefined)
      .map(([variable, key]) => [
        variable,
        String(settings.whole(key, { from: SHORTEST_RECORD_DAYS, to: MOST_DAYS, fallback: MOST_DAYS })),
      ]),
  );
}

/** No variable where nothing is recorded. */
function traceVariableOf(settings: Settings): Readonly<Record<string, string>> {
  const percent = tracePercentOf(settings);
  return percent > 0 ? { [TRACE_VARIABLE]: String(percent) } : {};
}

function corsOriginsOf(settings: Settings): readonly string[] {
  return settings.list(
    'corsOrigins',
    /^(?:\*|https?:\/\/[a-z0-9.-]+(?::\d+)?)$/,
    'origins, separated by commas, such as "https://shop.example,https://app.example", or "*"',
  );
}

/**
 * A cached verdict is found by the key, so API Gateway refuses requests without one by itself. Browsers that ask whether
 * a script may call the API send none.
 */
function authorizerCacheSecondsOf(settings: Settings): number {
  const seconds = settings.whole('authorizerCacheSeconds', {
    from: 0,
    to: LONGEST_CACHE_SECONDS,
    fallback: 0,
  });
  if (seconds > 0 && corsOriginsOf(settings).length > 0)
    throw refusal('authorizerCacheSeconds', String(seconds), '0 when "corsOrigins" is set');
  return seconds;
}

/** An e-mail address without a name. */
const ADDRESS = /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/;

/** What DynamoDB gives every new table, and the most that an account may have for one. */
const COLD = { reads: 12_000, writes: 4_000 } as const;
const MOST_UNITS = 40_000;

function warmThroughputOf(settings: Settings): Stage['warmThroughput'] {
  const units = (key: 'warmReadUnits' | 'warmWriteUnits', from: number) =>
    settings.whole(key, { from, to: MOST_UNITS, fallback: from });
  const readUnitsPerSecond = units('warmReadUnits', COLD.reads);
  const writeUnitsPerSecond = units('warmWriteUnits', COLD.writes);
  const isCold = readUnitsPerSecond === COLD.reads && writeUnitsPerSecond === COLD.writes;
  return isCold ? undefined : { readUnitsPerSecond, writeUnitsPerSecond };
}

/** The least that the table keeps ready; without either of the two settings it is paid by use. */
function provisionedOf(settings: Settings): Stage['provisioned'] {
  const units = (key: 'provisionedReadUnits' | 'provisionedWriteUnits') =>
    settings.whole(key, { from: 0, to: MOST_UNITS, fallback: 0 });
  const readUnits = units('provisionedReadUnits');
  const writeUnits = units('provisionedWriteUnits');
  if (readUnits === 0 && writeUnits === 0) return undefined;
  return { readUnits: Math.max(1, readUnits), writeUnits: Math.max(1, writeUnits), mostUnits: MOST_UNITS };
}

/** Hours between two copies: they divide a day, so that it is always the same hours. */
const COPY_HOURS = ['1', '2', '3', '4', '6', '8', '12', '24'] as const;

/** AWS Backup keeps a copy for at most a century; nobody means more than ten years. */
const MOST_COPY_DAYS = 3_650;

function copiesOf(settings: Settings): Stage['copies'] {
  // A default vault takes no copies of other accounts.
  const vaultArn = settings.matching(
    'copyVault',
    /^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:(?!Default$)[\w-]{2,50}$/,
    'the ARN of a vault of AWS Backup in another account, such as "arn:aws:backup:us-east-1:210987654321:backup-vault:copies", and not its default vault',
  );
  const everyHours = Number(settings.oneOf('copyEveryHours', COPY_HOURS, '24'));
  const keptDays = settings.whole('copyDays', { from: 1, to: MOST_COPY_DAYS, fallback: 7 });
  if (vaultArn !== undefined) return { vaultArn, everyHours, keptDays };
  for (const key of ['copyEveryHours', 'copyDays'] as const) {
    const given = settings.text(key);
    if (given !== undefined) throw refusal(key, given, 'left out unless "copyVault" is set');
  }
  return undefined;
}

function emailDomainOf(settings: Settings): string | undefined {
  return settings.matching(
    'emailDomain',
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'a domain such as "mail.shop.example"',
  );
}

/** Sender address of e-mails: within the signed domain, if there is one. */
function senderOf(settings: Settings): string {
  const domain = emailDomainOf(settings);
  const given = settings.matching(
    'emailFrom',
    /^(?:[^<>@]+ <[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/,
    'an e-mail address such as "orders@shop.example" or "Shop <orders@shop.example>"',
  );
  const from = given ?? `notifications@${domain ?? 'example.com'}`;
  if (domain !== undefined && !from.replace(/>$/, '').endsWith(`@${domain}`)) {
    throw refusal('emailFrom', from, `an address of "emailDomain", such as "notifications@${domain}"`);
  }
  return from;
}

/** An endpoint of chat completions instead of Amazon Bedrock, and its default model. */
function modelOf(settings: Settings): Stage['environment'] {
  const endpoint = settings.matching('modelEndpoint', /^https:\/\/[^\s/]+(?:\/\S*)?$/, 'an https address');
  const name = settings.text('modelName');
  if (endpoint !== undefined && name === undefined)
    throw refusal('modelName', '', 'set when "modelEndpoint" is');
  if (endpoint === undefined && name !== undefined)
    throw refusal('modelEndpoint', '', 'set when "modelName" is');
  return { MODEL_ENDPOINT: endpoint ?? '', MODEL_NAME: name ?? '' };
}

function alarmsOf(settings: Settings, production: boolean): Stage['alarms'] {
  const email = settings.matching('alarmEmail', /^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');
  const url = settings.matching('alarmUrl', /^https:\/\/\S+$/, 'an address that starts with "https://"');
  if (production && email === undefined && url === undefined) {
    throw new Error(
      `The stage "${settings.stage}" is production, but nobody would receive its alarms. Set --context alarmEmail=... or alarmUrl=https://...`,
    );
  }
  return { email, url };
}

function domainOf(settings: Settings): Stage['domain'] {
  const name = settings.matching(
    'domainName',
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
    'a domain such as "api.shop.example"',
  );
  const certificateArn = settings.matching(
    'certificateArn',
    /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
    'the ARN of a certificate in the region of the API',
  );
  if (name !== undefined && certificateArn !== undefined) return { name, certificateArn };
  if (name !== undefined) throw refusal('certificateArn', '', 'set when "domainName" is');
  if (certificateArn !== undefined) throw refusal('domainName', '', 'set when "certificateArn" is');
  return undefined;
}

function restoredTableOf(settings: Settings): Stage['restoredTable'] {
  const name = settings.matching('restoredTable', /^[\w.-]{3,255}$/, 'the name of a table');
  const streamArn = settings.matching(
    'restoredTableStreamArn',
    /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/.+$/,
    'the ARN of the stream of the restored table',
  );
  if (name !== undefined && streamArn !== undefined) return { name, streamArn };
  if (name !== undefined) throw refusal('restoredTableStreamArn', '', 'set when "restoredTable" is');
  if (streamArn !== undefined) throw refusal('restoredTable', '', 'set when "restoredTableStreamArn" is');
  return undefined;
}

function tagsOf(settings: Settings): Stage['tags'] {
  const pairs = settings.list(
    'tags',
    /^[\w.:/+@-]{1,128}=[^,]{0,256}$/,
    'names and values, separated by commas, such as "team=delivery,cost-center=42"',
  );
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The issuer that `signInIssuer` names, for tokens of the clients that `signInAudience` lists, separated by commas. */
function signInIssuersOf(settings: Settings): string | undefined {
  const accepted = 'the https address of an OpenID Connect issuer';
  const issuer = settings.matching('signInIssuer', /^https:\/\/[^\s/]+\S*$/, accepted);
  if (issuer === undefined) return undefined;
  const audience = settings.list('signInAudience', /^\S+$/, 'clients, separated by commas');
  if (audience.length === 0) throw refusal('signInAudience', '', 'set when "signInIssuer" is');
  return JSON.stringify([{ issuer, audience }]);
}
