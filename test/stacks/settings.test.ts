import { describe, expect, it } from 'vitest';
import { consoleArea } from '../../functions/api/console/index.ts';
import { worker as solvePart } from '../../functions/workers/solve-part.ts';
import { quickStacks } from '../support/stacks.ts';

/** The stacks of this context with as little in them as possible. */
const stacksOf = (context: Record<string, unknown>) =>
  quickStacks(context, { areas: [], queueWorkers: [], taskWorkers: [] });

const VAULT = 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies';
const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/12345678-90ab-cdef-1234-567890abcdef';
const STREAM = 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026-11-24T00:00:00.000';

describe('context', () => {
  it.each([
    [{ stage: 'Prod' }, '"stage" is "Prod"', 'lower-case'],
    [{ authorizerCacheSeconds: '-1' }, '"authorizerCacheSeconds" is "-1"', '0 to 3600'],
    [{ solverCores: '6' }, '"solverCores" is "6"', '1 to 5'],
    [{ map: 'google' }, '"map" is "google"', 'amazon-location, none'],
    [{ geocoder: 'google' }, '"geocoder" is "google"', 'amazon-location, gazetteer, none'],
    [{ alarmEmail: 'ops' }, '"alarmEmail" is "ops"', 'an e-mail address'],
    [{ alarmUrl: 'http://ops.example' }, '"alarmUrl" is', '"https://"'],
    [{ corsOrigins: 'https://a.example,shop' }, '"corsOrigins" is "shop"', 'origins'],
    [
      { corsOrigins: '*', authorizerCacheSeconds: '60' },
      '"authorizerCacheSeconds" is "60"',
      '0 when "corsOrigins" is set',
    ],
    [{ tags: 'team' }, '"tags" is "team"', 'names and values'],
    [{ provisionedWriteUnits: '50000' }, '"provisionedWriteUnits" is "50000"', '0 to 40000'],
    [{ warmWriteUnits: '3000' }, '"warmWriteUnits" is "3000"', '4000 to 40000'],
    [{ signInMfa: 'sms' }, '"signInMfa" is "sms"', 'off, optional, required'],
    [{ archiveDays: '7' }, '"archiveDays" is "7"', '30 to 3650'],
    [{ tracePercent: '101' }, '"tracePercent" is "101"', 'from 0 to 100'],
    [{ canary: 'maybe' }, '"canary" is "maybe"', 'true, false'],
    [{ domainName: 'api.shop.example' }, '"certificateArn" is ""', 'set when "domainName" is'],
    [{ restoredTable: 'restored' }, '"restoredTableStreamArn" is ""', 'set when "restoredTable" is'],
    [{ signInIssuer: 'http://sign-in.example' }, '"signInIssuer" is', 'https'],
    [{ signInIssuer: 'https://sign-in.example' }, '"signInAudience" is ""', 'set when "signInIssuer" is'],
    [{ modelEndpoint: 'http://models.example', modelName: 'm' }, '"modelEndpoint" is', 'https'],
    [{ modelEndpoint: 'https://models.example/v1' }, '"modelName" is ""', 'set when "modelEndpoint" is'],
    [{ modelName: 'm' }, '"modelEndpoint" is ""', 'set when "modelName" is'],
    [{ emailDomain: 'https://shop.example' }, '"emailDomain" is', 'a domain such as'],
    [
      { emailDomain: 'shop.example', emailFrom: 'news@other.example' },
      '"emailFrom" is "news@other.example"',
      'an address of "emailDomain"',
    ],
    [
      { copyVault: 'arn:aws:backup:us-east-1:210987654321:backup-vault:Default' },
      '"copyVault" is',
      'another account',
    ],
    [{ copyVault: VAULT, copyEveryHours: '5' }, '"copyEveryHours" is "5"', 'one of 1, 2, 3'],
    [{ copyDays: '7' }, '"copyDays" is "7"', 'left out unless "copyVault" is set'],
    [{ alarmMail: 'ops@example.com' }, '"alarmMail" is not known', 'alarmEmail'],
    [{ emailFrom: 'notifications' }, '"emailFrom" is "notifications"', 'an e-mail address'],
    [{ emailConfigurationSet: 'events of mail' }, '"emailConfigurationSet" is', 'a configuration set'],
    [{ notificationTopics: 'bounces' }, '"notificationTopics" is "bounces"', 'ARNs of SNS topics'],
    [{ smsOrigin: 'our shop' }, '"smsOrigin" is "our shop"', 'a phone number'],
    [{ whatsappOrigin: '+14155550100' }, '"whatsappOrigin" is', 'the id of a WhatsApp phone number'],
    [{ stages: { dev: { geocode: 'none' } } }, '"geocode" is not known', 'geocoder'],
    [{ stage: 'dev', stages: { prod: { geocode: 'none' } } }, '"geocode" is not known', 'geocoder'],
    [{ stage: 'prod' }, 'nobody would receive its alarms', 'alarmEmail'],
    [{ stage: 'eu', production: 'true' }, 'nobody would receive its alarms', 'alarmUrl'],
  ])('%j is refused naming what was given and what is accepted', (context, given, accepted) => {
    expect(() => stacksOf(context)).toThrow(given);
    expect(() => stacksOf(context)).toThrow(accepted);
  });

  it('names any number of stages, each with settings of its own', () => {
    const stages = { staging: { geocoder: 'none', tags: 'team=delivery' }, eu: { production: true } };
    const stacks = stacksOf({ stage: 'staging', stages });
    expect(stacks.artifacts.map(({ stackName }) => stackName)).toContain('delivery-staging-retained');
    expect(stacks.artifacts[0]?.tags).toEqual({ stage: 'staging', team: 'delivery' });
    const [authorize] = stacks.resources('AWS::Lambda::Function');
    expect(authorize?.Properties?.Environment).toMatchObject({
      Variables: { GEOCODER: 'none', SIMULATION: 'true' },
    });
    const production = stacksOf({ stage: 'eu', stages, alarmUrl: 'https://alarms.example/in' });
    expect(production.artifacts.every(({ terminationProtection }) => terminationProtection)).toBe(true);
    expect(production.resources('AWS::SNS::Subscription')[0]?.Properties).toMatchObject({
      Protocol: 'https',
    });
  });

  it('lets scripts of browsers in from the origins that it names, and by default from none', () => {
    const corsOf = (context: Record<string, unknown>) =>
      stacksOf(context).resources('AWS::ApiGatewayV2::Api')[0]?.Properties?.CorsConfiguration;
    expect(corsOf({})).toBeUndefined();
    expect(corsOf({ corsOrigins: 'https://a.example, https://b.example' })).toMatchObject({
      AllowOrigins: ['https://a.example', 'https://b.example'],
      AllowHeaders: expect.arrayContaining(['authorization', 'idempotency-key']),
    });
  });

  it('47 1.8: lets nobody create an account by himself, and takes a second factor and a sender of its own', () => {
    const poolOf = (context: Record<string, unknown>) =>
      stacksOf(context).resources('AWS::Cognito::UserPool')[0]?.Properties;
    expect(poolOf({})).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
    expect(poolOf({})).not.toHaveProperty('EmailConfiguration');
    const changed = { signInMfa: 'required', signInSelfSignUp: 'true', signInSender: 'sign-in@shop.example' };
    expect(poolOf(changed)).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      MfaConfiguration: 'ON',
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'sign-in@shop.example' },
    });
    expect(JSON.stringify(poolOf(changed)?.EmailConfiguration)).toContain(':identity/shop.example');
  });

  it('47 1.2: has the table ready for its first peak', () => {
    const tableOf = (context: Record<string, unknown>) =>
      stacksOf(context).resources('AWS::DynamoDB::GlobalTable')[0]?.Properties;
    expect(JSON.stringify(tableOf({}))).not.toContain('WarmThroughput');
    const warm = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 20_000 };
    const table = tableOf({ warmWriteUnits: '20000' });
    expect(table).toMatchObject({ WarmThroughput: warm });
    expect(table?.GlobalSecondaryIndexes).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ WarmThroughput: warm })),
    );
  });

  it('47 2: keeps units ready where they are set, for the indexes a fifth of them', () => {
    const table = stacksOf({ provisionedWriteUnits: '1000', provisionedReadUnits: '500' }).resources(
      'AWS::DynamoDB::GlobalTable',
    )[0]?.Properties;
    const scaled = (MinCapacity: number) => ({
      WriteCapacityAutoScalingSettings: expect.objectContaining({ MinCapacity, MaxCapacity: 40_000 }),
    });
    expect(table).toMatchObject({
      BillingMode: 'PROVISIONED',
      WriteProvisionedThroughputSettings: scaled(1_000),
    });
    expect(table?.GlobalSecondaryIndexes).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({ WriteProvisionedThroughputSettings: scaled(200) }),
      ),
    );
    expect(JSON.stringify(table)).toContain('"MinCapacity":500');
  });

  it('47 2: logs what goes wrong, and every invocation only when asked to', () => {
    const loggedBy = (context: Record<string, unknown>) => {
      const [{ Properties } = { Properties: {} }] = stacksOf(context).resources('AWS::Lambda::Function');
      const { LoggingConfig, Environment } = Properties as Record<
        string,
        { Variables?: { LOG_LEVEL: string } }
      >;
      return { ...LoggingConfig, own: Environment?.Variables?.LOG_LEVEL };
    };
    expect(loggedBy({})).toMatchObject({ SystemLogLevel: 'WARN', ApplicationLogLevel: 'INFO', own: 'INFO' });
    const all = { SystemLogLevel: 'INFO', ApplicationLogLevel: 'DEBUG', own: 'DEBUG' };
    expect(loggedBy({ logLevel: 'DEBUG' })).toMatchObject(all);
    expect(() => stacksOf({ logLevel: 'TRACE' })).toThrow('one of INFO, DEBUG');
  });

  it('47 1.9: copies the table and the bucket to a vault of another account, and by default nowhere', () => {
    expect(stacksOf({}).resources('AWS::Backup::BackupPlan')).toEqual([]);
    const stacks = stacksOf({ copyVault: VAULT, copyEveryHours: '6', copyDays: '14' });
    const [plan] = stacks.resources('AWS::Backup::BackupPlan');
    expect(plan).toMatchObject({ stack: 'delivery-dev-retained' });
    expect(plan?.Properties?.BackupPlan).toMatchObject({
      BackupPlanRule: [
        {
          ScheduleExpression: 'cron(0 0/6 * * ? *)',
          StartWindowMinutes: 60,
          Lifecycle: { DeleteAfterDays: 2 },
          CopyActions: [{ DestinationBackupVaultArn: VAULT, Lifecycle: { DeleteAfterDays: 14 } }],
        },
      ],
    });
    const daily = stacksOf({ copyVault: VAULT }).resources('AWS::Backup::BackupPlan');
    expect(daily[0]?.Properties?.BackupPlan).toMatchObject({
      BackupPlanRule: [{ ScheduleExpression: 'cron(0 3 * * ? *)' }],
    });
    const [vault] = stacks.resources('AWS::Backup::BackupVault');
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain' });
    const [selection] = stacks.resources('AWS::Backup::BackupSelection');
    const selected = JSON.stringify(selection?.Properties);
    expect(JSON.parse(selected).BackupSelection.Resources).toHaveLength(2);
    for (const part of ['Table', 'Bucket'])
      expect(selected).toMatch(new RegExp(`"Fn::GetAtt":\\["${part}\\w+","Arn"\\]`));
    const role = stacks.resources('AWS::IAM::Role').find(({ stack }) => stack === 'delivery-dev-retained');
    const rights = JSON.stringify(role?.Properties);
    expect(rights).toContain('AWSBackupServiceRolePolicyForS3Backup');
    expect(rights).not.toContain('Restore');
  });

  it('puts the API at a domain, which is then its only address and the one in links', () => {
    const stacks = stacksOf({ domainName: 'api.shop.example', certificateArn: CERTIFICATE });
    expect(stacks.resources('AWS::ApiGatewayV2::Api')[0]?.Properties).toMatchObject({
      DisableExecuteApiEndpoint: true,
    });
    expect(stacks.resources('AWS::ApiGatewayV2::DomainName')).toHaveLength(1);
    const [authorize] = stacks.resources('AWS::Lambda::Function');
    expect(authorize?.Properties?.Environment).toMatchObject({
      Variables: { PUBLIC_BASE_URL: 'https://api.shop.example' },
    });
  });

  it('4 signs e-mails of a domain with DKIM, and sends them from it', () => {
    const stacks = stacksOf({ emailDomain: 'mail.shop.example' });
    const [identity] = stacks.resources('AWS::SES::EmailIdentity');
    expect(identity).toMatchObject({
      stack: 'delivery-dev-retained',
      DeletionPolicy: 'Retain',
      Properties: { EmailIdentity: 'mail.shop.example' },
    });
    const [authorize] = stacks.resources('AWS::Lambda::Function');
    expect(authorize?.Properties?.Environment).toMatchObject({
      Variables: { EMAIL_FROM: 'notifications@mail.shop.example' },
    });
    expect(stacksOf({}).resources('AWS::SES::EmailIdentity')).toEqual([]);
  });

  it('signs users in with a Cognito user pool of its own, or with the issuer that it names', () => {
    const issuersOf = (stacks: ReturnType<typeof stacksOf>) => {
      const [authorize] = stacks.resources('AWS::Lambda::Function');
      const environment = authorize?.Properties?.Environment as
        | { Variables: Record<string, unknown> }
        | undefined;
      return environment?.Variables.SIGN_IN_ISSUERS;
    };
    const own = stacksOf({});
    const [pool] = own.resources('AWS::Cognito::UserPool');
    const [client] = own.resources('AWS::Cognito::UserPoolClient');
    expect(pool).toMatchObject({ stack: 'delivery-dev-sign-in', DeletionPolicy: 'Retain' });
    for (const value of [pool, client]) {
      expect(JSON.stringify(issuersOf(own))).toContain(`delivery-dev-sign-in:ExportsOutput`);
      expect(JSON.stringify(issuersOf(own))).toContain(value?.logicalId);
    }
    const named = stacksOf({ signInIssuer: 'https://sign-in.example/', signInAudience: 'console,app' });
    expect(named.resources('AWS::Cognito::UserPool')).toEqual([]);
    expect(JSON.parse(String(issuersOf(named)))).toEqual([
      { issuer: 'https://sign-in.example/', audience: ['console', 'app'] },
    ]);
  });

  it('44 1.1 creates a key that opens map tiles to the console alone, which its function may read', () => {
    const stacks = quickStacks({}, { areas: [consoleArea], queueWorkers: [], taskWorkers: [] });
    const [key, ...others] = stacks.resources('AWS::Location::APIKey');
    expect(others).toEqual([]);
    expect(key).toMatchObject({
      stack: 'delivery-dev-gateway',
      Properties: {
        KeyName: 'delivery-dev-map',
        NoExpiry: true,
        Restrictions: { AllowActions: ['geo-maps:GetTile'] },
      },
    });
    const { AllowReferers, AllowResources } = key!.Properties!.Restrictions as Record<string, unknown[]>;
    expect(AllowReferers).toHaveLength(1);
    expect(JSON.stringify(AllowReferers)).toMatch(/"Fn::GetAtt":\["Api\w*","ApiEndpoint"\]\},"\/\*"/);
    expect(JSON.stringify(AllowResources)).toContain('::provider/default');
    const read = stacks
      .resources('AWS::IAM::Policy')
      .map(({ Properties }) => JSON.stringify(Properties))
      .filter((policy) => policy.includes('geo:'));
    expect(read).toHaveLength(1);
    expect(read[0]).toContain('geo:DescribeKey');
    expect(read[0]).toContain(':api-key/delivery-dev-map');
    const console = stacks
      .resources('AWS::Lambda::Function')
      .find(({ Properties }) => Properties?.FunctionName === 'delivery-dev-api-console');
    expect(console?.Properties?.Environment).toMatchObject({
      Variables: { MAP_KEY_NAME: 'delivery-dev-map' },
    });
    const domain = { domainName: 'api.shop.example', certificateArn: CERTIFICATE };
    const [ofDomain] = stacksOf(domain).resources('AWS::Location::APIKey');
    expect(ofDomain?.Properties?.Restrictions).toMatchObject({
      AllowReferers: ['https://api.shop.example/*'],
    });
  });

  it.each([{ map: 'none' }, { mapStyleUrl: 'https://maps.example/style.json' }])(
    '44 1.1 creates no key with %o',
    (context) => {
      const stacks = quickStacks(context, { areas: [consoleArea], queueWorkers: [], taskWorkers: [] });
      expect(stacks.resources('AWS::Location::APIKey')).toEqual([]);
      expect(JSON.stringify(stacks.resources('AWS::IAM::Policy'))).not.toContain('geo:');
      expect(JSON.stringify(stacks.resources('AWS::Lambda::Function'))).not.toContain('MAP_KEY_NAME');
    },
  );

  it('47 3.2: lets functions store the share of traces that is asked for, and by default none', () => {
    const tracedBy = (context: Record<string, unknown>) => {
      const stacks = stacksOf(context);
      const [authorize] = stacks.resources('AWS::Lambda::Function');
      return {
        environment: JSON.stringify(authorize?.Properties?.Environment),
        policies: JSON.stringify(stacks.resources('AWS::IAM::Policy')),
      };
    };
    const none = tracedBy({});
    expect(none.environment).not.toContain('TRACE_PERCENT');
    expect(none.policies).not.toContain('xray:');
    const some = tracedBy({ tracePercent: '0.5' });
    expect(some.environment).toContain('"TRACE_PERCENT":"0.5"');
    expect(some.policies).toContain('"Action":"xray:PutTraceSegments","Effect":"Allow","Resource":"*"');
  });

  it('47 3.1: keeps orders, documents, the archive and the lake for the days that are asked for', () => {
    const keptBy = (context: Record<string, unknown>) => {
      const stacks = stacksOf(context);
      const [authorize] = stacks.resources('AWS::Lambda::Function');
      const [bucket] = stacks.resources('AWS::S3::Bucket');
      const { Rules: rules } = (bucket?.Properties?.LifecycleConfiguration ?? {}) as {
        Rules?: { TagFilters?: { Value: string }[]; ExpirationInDays?: number }[];
      };
      const days = (rules ?? []).flatMap(({ TagFilters, ExpirationInDays }) =>
        TagFilters ? [[TagFilters[0]!.Value, ExpirationInDays] as const] : [],
      );
      return {
        days: Object.fromEntries(days),
        environment: JSON.stringify(authorize?.Properties?.Environment),
      };
    };
    const usual = keptBy({});
    expect(usual.days).toMatchObject({ documents: 400, lake: 1_126 });
    expect(usual.days).not.toHaveProperty('left');
    expect(usual.environment).not.toContain('_DAYS');
    const other = keptBy({ recordDays: 60, archiveDays: 730, documentDays: 90, lakeDays: 365 });
    expect(other.days).toMatchObject({ documents: 90, lake: 365, left: 730 });
    for (const variable of ['"RECORD_DAYS":"60"', '"ARCHIVE_DAYS":"730"', '"DOCUMENT_DAYS":"90"'])
      expect(other.environment).toContain(variable);
  });

  it('47 3.2: counts the work of each organization and shows it, when asked to', () => {
    const countedBy = (context: Record<string, unknown>) => {
      const stacks = stacksOf(context);
      const [authorize] = stacks.resources('AWS::Lambda::Function');
      return [
        JSON.stringify(authorize?.Properties?.Environment).includes(
          '"ORGANIZATION_METRICS":"delivery-dev-organizations"',
        ),
        JSON.stringify(stacks.resources('AWS::CloudWatch::Dashboard')).includes('## Organizations'),
      ];
    };
    expect(countedBy({})).toEqual([false, false]);
    expect(countedBy({ organizationMetrics: true })).toEqual([true, true]);
  });

  it('gives the function that plans routes more processors, and with them memory', () => {
    const memoryOf = (context: Record<string, unknown>) =>
      quickStacks(context, { areas: [], queueWorkers: [], taskWorkers: [solvePart] })
        .resources('AWS::Lambda::Function')
        .find(({ Properties }) => Properties?.FunctionName === 'delivery-dev-solve-part')?.Properties
        ?.MemorySize;
    expect(memoryOf({})).toBe(1_769);
    expect(memoryOf({ solverCores: 3 })).toBe(5_307);
  });

  it('puts a restored table in the place of the first one, for functions and for the stream', () => {
    const stacks = stacksOf({ restoredTable: 'restored', restoredTableStreamArn: STREAM });
    const authorize = stacks
      .resources('AWS::Lambda::Function')
      .find(({ Properties }) => Properties?.FunctionName === 'delivery-dev-authorize');
    expect(authorize?.Properties?.Environment).toMatchObject({ Variables: { TABLE_NAME: 'restored' } });
    const [source] = stacks.resources('AWS::Lambda::EventSourceMapping');
    expect(source?.Properties?.EventSourceArn).toBe(STREAM);
    expect(stacks.resources('AWS::DynamoDB::GlobalTable')).toHaveLength(1);
  });
});
