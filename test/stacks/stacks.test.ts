import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliveryApp } from '../../cdk/app.ts';
import { buildFunctions, functionEntries, functionFile } from '../../cdk/build-functions.ts';
import { WILDCARD_RESOURCES } from '../../cdk/checks.ts';
import { routeKeysOf } from '../../cdk/route-keys.ts';
import { areas } from '../../functions/api/index.ts';
import { queueWorkers, taskWorkers } from '../../functions/workers/index.ts';
import { Stacks } from '../support/synthesize-quickly.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

type Properties = Record<string, unknown>;
type Statement = { Action: string | string[]; Resource?: unknown; Effect: string; Principal?: unknown };

/** False for a name with a version in it, which only the deployment knows. */
const isNamed = (name: unknown): name is string => typeof name === 'string';

/** Settings that add resources, which the checks judge as well. */
const MORE: Readonly<Record<string, object>> = {
  prod: { copyVault: 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies' },
};

describe.each(['dev', 'prod'])('stacks of stage %s', (stage) => {
  let stacks: Stacks;
  let report: string;
  const outdir = temporaryDirectory('stacks');

  beforeAll(async () => {
    const isBuilt = [...functionEntries().keys()].every((name) => existsSync(functionFile(name)));
    if (!isBuilt) await buildFunctions();
    const context = JSON.parse(readFileSync('cdk.json', 'utf8')).context;
    const settings = { ...context, ...MORE[stage], stage, alarmEmail: 'ops@example.com' };
    stacks = new Stacks(deliveryApp({ outdir, context: settings }).synth());
    report = readFileSync(join(outdir, 'validation-report.json'), 'utf8');
  }, 300_000);

  const all = (type: string): readonly (readonly [string, Properties])[] =>
    stacks.resources(type).map(({ logicalId, Properties = {} }) => [logicalId, Properties]);

  it('have no finding of cdk-nag that is not acknowledged with a reason', () => {
    expect(JSON.parse(report).pluginReports).toEqual([]);
  });

  it('47 1.6: have the routes that lead to every endpoint, at most 190 of the 300 that a new account may have', () => {
    const routes = all('AWS::ApiGatewayV2::Route').map(([, { RouteKey }]) => String(RouteKey));
    expect(routes.sort()).toEqual(
      routeKeysOf(areas)
        .map(({ routeKey }) => routeKey)
        .sort(),
    );
    expect(routes.length).toBeLessThanOrEqual(190);
  });

  it('let the API call the function behind every route, the fallback for unknown routes included', () => {
    const permissions = all('AWS::Lambda::Permission').map(([, properties]) => properties);
    const integrations = new Map(all('AWS::ApiGatewayV2::Integration'));
    for (const [, { RouteKey, Target }] of all('AWS::ApiGatewayV2::Route')) {
      const [, integration] = (Target as { 'Fn::Join': [string, [string, { Ref: string }]] })['Fn::Join'][1];
      const target = JSON.stringify(integrations.get(integration.Ref)?.IntegrationUri);
      const source = `/$default/${String(RouteKey).replace(' ', '')}`;
      const allowed = permissions
        .filter(({ FunctionName }) => JSON.stringify(FunctionName) === target)
        .map(({ SourceArn }) =>
          String((SourceArn as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1].at(-1)),
        );
      // Matches as IAM does: `*` stands for any characters, including slashes.
      const covers = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(source);
      expect(
        allowed.some((pattern) => covers(pattern.replaceAll('$', '\\$'))),
        `${RouteKey}: ${allowed}`,
      ).toBe(true);
    }
  });

  it('guard every route with the authorizer except the public endpoints', () => {
    const open = all('AWS::ApiGatewayV2::Route')
      .filter(([, { AuthorizationType }]) => AuthorizationType !== 'CUSTOM')
      .map(([, { RouteKey }]) => String(RouteKey))
      .filter((key) => key !== '$default');
    const expected = routeKeysOf(areas).filter(
      ({ isPublic, routeKey }) => isPublic && routeKey !== '$default',
    );
    expect(open.sort()).toEqual(expected.map(({ routeKey }) => routeKey).sort());
  });

  it('grant no wildcard action and no wildcard resource beyond the listed exceptions', () => {
    const statements = all('AWS::IAM::Policy').flatMap(([id, { PolicyDocument }]) =>
      (PolicyDocument as { Statement: Statement[] }).Statement.map((statement) => ({ id, ...statement })),
    );
    expect(statements.length).toBeGreaterThan(5);
    for (const { id, Action, Resource } of statements) {
      for (const action of [Action].flat()) expect(`${id} ${action}`).not.toContain('*');
      for (const resource of [Resource].flat()) {
        const text = JSON.stringify(resource);
        const excepted = WILDCARD_RESOURCES.some(({ pattern }) => pattern.test(text));
        expect({ id, text, wildcard: text.includes('*') && !excepted }).toEqual({
          id,
          text,
          wildcard: false,
        });
      }
    }
    const managed = all('AWS::IAM::Role').filter(([, role]) => role.ManagedPolicyArns);
    // AWS Backup alone has AWS's own policies, because what it needs of a service changes with that service.
    for (const [, role] of managed) expect(JSON.stringify(role)).toContain('"backup.amazonaws.com"');
    expect(managed).toHaveLength(stage in MORE ? 1 : 0);
  });

  it('hide a message six times as long as its worker may run, as AWS advises for batches with retries', () => {
    const seen = new Map(
      all('AWS::SQS::Queue').map(([, { QueueName, VisibilityTimeout }]) => [
        String(QueueName),
        VisibilityTimeout,
      ]),
    );
    for (const { name, timeoutSeconds } of queueWorkers) {
      const visible = [...seen].filter(([queue]) => queue.endsWith(`-${name}`)).map(([, seconds]) => seconds);
      expect({ name, visible }).toEqual({ name, visible: [6 * timeoutSeconds] });
    }
  });

  it('redrive every queue to dead letters, whose depth rings', () => {
    const queues = all('AWS::SQS::Queue');
    const targets = new Set(
      queues.flatMap(([, { RedrivePolicy }]) =>
        RedrivePolicy
          ? [
              (RedrivePolicy as { deadLetterTargetArn: { 'Fn::GetAtt': [string] } }).deadLetterTargetArn[
                'Fn::GetAtt'
              ][0],
            ]
          : [],
      ),
    );
    const onFailure = new Set(
      all('AWS::Lambda::EventSourceMapping').flatMap(([, { DestinationConfig }]) =>
        DestinationConfig
          ? [
              (DestinationConfig as { OnFailure: { Destination: { 'Fn::GetAtt': [string] } } }).OnFailure
                .Destination['Fn::GetAtt'][0],
            ]
          : [],
      ),
    );
    for (const [, { Target }] of all('AWS::Scheduler::Schedule')) {
      const { DeadLetterConfig } = Target as { DeadLetterConfig: { Arn: { 'Fn::GetAtt': [string] } } };
      onFailure.add(DeadLetterConfig.Arn['Fn::GetAtt'][0]);
    }
    for (const [id, { RedrivePolicy }] of queues) {
      expect({ id, redrives: Boolean(RedrivePolicy) || targets.has(id) || onFailure.has(id) }).toEqual({
        id,
        redrives: true,
      });
    }
    expect(targets.size).toBe(queueWorkers.length);
    const alarms = JSON.stringify(all('AWS::CloudWatch::Alarm'));
    for (const [id, { QueueName }] of queues) {
      if (targets.has(id) || onFailure.has(id)) expect(alarms).toContain(String(QueueName));
    }
  });

  it('deny the credentials of API keys to every function that does not check or change them', () => {
    const denied = all('AWS::IAM::Policy').filter(([, { PolicyDocument }]) =>
      (
        PolicyDocument as { Statement: (Statement & { Effect: string; Condition?: object })[] }
      ).Statement.some(
        ({ Effect, Condition }) =>
          Effect === 'Deny' &&
          JSON.stringify(Condition) ===
            '{"ForAnyValue:StringLike":{"dynamodb:LeadingKeys":["-#credential#*"]}}',
      ),
    );
    const readers = all('AWS::IAM::Policy').filter(([, policy]) =>
      JSON.stringify(policy).includes('dynamodb:GetItem'),
    );
    const allowed = readers.map(([id]) => id).filter((id) => !denied.some(([one]) => one === id));
    expect(allowed.map((id) => id.replace(/(Role)?DefaultPolicy.*|Role.*/, '')).sort()).toEqual([
      'apidriverphones',
      'apitenancy',
      'authorize',
      'stepagentrun',
    ]);
  });

  it('let services take on roles for this account alone', () => {
    for (const [id, { AssumeRolePolicyDocument }] of all('AWS::IAM::Role')) {
      for (const { Condition } of (AssumeRolePolicyDocument as { Statement: { Condition?: object }[] })
        .Statement)
        expect({ id, Condition }).toEqual({
          id,
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        });
    }
  });

  it('encrypt what alarms say under a key that alarms may use', () => {
    const [[key] = ['']] = all('AWS::KMS::Key');
    for (const [, { KmsMasterKeyId }] of all('AWS::SNS::Topic'))
      expect(KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [key, 'Arn'] });
    expect(JSON.stringify(all('AWS::KMS::Key'))).toContain('cloudwatch.amazonaws.com');
  });

  it('let alarms publish to the topic that they ring at', () => {
    const [[topic] = ['']] = all('AWS::SNS::Topic');
    const statements = all('AWS::SNS::TopicPolicy').flatMap(
      ([, { PolicyDocument }]) => (PolicyDocument as { Statement: Statement[] }).Statement,
    );
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Resource: { Ref: topic },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
    const composites = all('AWS::CloudWatch::CompositeAlarm');
    for (const [, { AlarmActions }] of composites) expect(AlarmActions).toEqual([{ Ref: topic }]);
    const rules = JSON.stringify(composites.map(([, { AlarmRule }]) => AlarmRule));
    for (const [id, { AlarmName, AlarmActions = [] }] of all('AWS::CloudWatch::Alarm')) {
      // What a composite reports, or what CodeDeploy alone looks at, is not reported twice.
      const isPart = rules.includes(`"${id}"`) || !isNamed(AlarmName);
      expect({ id, AlarmActions }).toEqual({ id, AlarmActions: isPart ? [] : [{ Ref: topic }] });
    }
  });

  it('ring when a queue does not move, and at the first failure of what runs by a schedule', () => {
    const alarms = all('AWS::CloudWatch::Alarm').map(([, alarm]) => alarm);
    const ages = alarms.filter(({ MetricName }) => MetricName === 'ApproximateAgeOfOldestMessage');
    expect(ages).toHaveLength(queueWorkers.length);
    const scheduled = taskWorkers.filter(({ schedule }) => schedule);
    expect(all('AWS::Scheduler::Schedule')).toHaveLength(scheduled.length);
    expect(scheduled).not.toEqual([]);
    for (const { name } of scheduled) {
      const dimensions = [{ Name: 'FunctionName', Value: `delivery-${stage}-${name}` }];
      expect(alarms).toContainEqual(
        expect.objectContaining({ MetricName: 'Errors', Dimensions: dimensions, Threshold: 1 }),
      );
    }
  });

  it('log each request with its route and with why the gateway answered itself', () => {
    const [[, apiStage] = []] = all('AWS::ApiGatewayV2::Stage');
    const { Format } = apiStage!.AccessLogSettings as { Format: string };
    expect(Object.values(JSON.parse(Format))).toEqual(
      expect.arrayContaining([
        '$context.requestId',
        '$context.routeKey',
        '$context.path',
        '$context.integrationErrorMessage',
        '$context.authorizer.error',
      ]),
    );
  });

  it('leave nothing behind when the service is removed, and in production are not removed by mistake', () => {
    for (const group of stacks.resources('AWS::Logs::LogGroup')) expect(group.DeletionPolicy).toBe('Delete');
    for (const { terminationProtection } of stacks.artifacts)
      expect(Boolean(terminationProtection)).toBe(stage === 'prod');
  });

  it('leave the API most of the 1,000 invocations of an account, however long the queues are', () => {
    const bounds = all('AWS::Lambda::EventSourceMapping')
      .filter(([, { EventSourceArn }]) => 'Fn::GetAtt' in (EventSourceArn as object))
      .map(([, { ScalingConfig }]) => (ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency);
    expect(bounds).toHaveLength(queueWorkers.length);
    expect(bounds.reduce((sum, bound) => sum + bound, 0)).toBeLessThanOrEqual(570);
  });

  it('give every function a timeout, memory, a log group of its own that expires, and alarms', () => {
    const alarms = JSON.stringify(all('AWS::CloudWatch::Alarm'));
    for (const [id, { FunctionName, Timeout, MemorySize, LoggingConfig }] of all('AWS::Lambda::Function')) {
      expect({ id, Timeout, MemorySize }).toEqual({
        id,
        Timeout: expect.any(Number),
        MemorySize: expect.any(Number),
      });
      expect(LoggingConfig).toMatchObject({ LogGroup: { Ref: expect.any(String) } });
      expect(alarms).toContain(`"${FunctionName}"`);
    }
    for (const [, { RetentionInDays }] of all('AWS::Logs::LogGroup'))
      expect(RetentionInDays).toBeGreaterThan(0);
  });

  it('keep the environment of every function within the 4 KB that Lambda takes', () => {
    // A value known only on AWS counts with the greatest length that it can have, that of a queue's address.
    const bytesOf = (value: unknown): number => {
      if (typeof value === 'string') return Buffer.byteLength(value);
      const joined = (value as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join'];
      return joined ? joined[1].reduce<number>((sum, part) => sum + bytesOf(part), 0) : 160;
    };
    for (const [id, { Environment }] of all('AWS::Lambda::Function')) {
      const { Variables } = Environment as { Variables: Record<string, unknown> };
      const bytes = Object.entries(Variables).reduce(
        (sum, [name, value]) => sum + name.length + bytesOf(value),
        0,
      );
      expect({ id, bytes, fits: bytes <= 4096 }).toEqual({ id, bytes, fits: true });
    }
  });

  it('keep the table, the bucket and the secrets through everything', () => {
    const [[, table] = []] = all('AWS::DynamoDB::GlobalTable');
    expect(table).toMatchObject({
      Replicas: [
        {
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          DeletionProtectionEnabled: true,
        },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret']) {
      for (const resource of stacks.resources(type)) {
        expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      }
    }
  });

  it('delete the files of documents when the service forgets the documents', () => {
    expect(all('AWS::S3::Bucket').map(([, bucket]) => bucket)).toEqual([
      expect.objectContaining({
        LifecycleConfiguration: {
          Rules: expect.arrayContaining([
            {
              ExpirationInDays: 400,
              Status: 'Enabled',
              TagFilters: [{ Key: 'retention', Value: 'documents' }],
            },
          ]),
        },
      }),
    ]);
  });

  it('throttle the API, and tell whom they were asked to', () => {
    const [[, apiStage] = []] = all('AWS::ApiGatewayV2::Stage');
    expect(apiStage).toMatchObject({
      DefaultRouteSettings: {
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      },
    });
    const subscriptions = all('AWS::SNS::Subscription').map(([, { Endpoint }]) => Endpoint);
    expect(subscriptions).toEqual(['ops@example.com']);
  });

  it('never rename what they keep: another logical id would be another, empty resource', () => {
    const kept = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'];
    const ids = stacks
      .in(`delivery-${stage}-retained`)
      .filter(({ Type }) => kept.includes(Type))
      .map(({ logicalId }) => logicalId);
    expect(ids.sort()).toEqual(
      expect.arrayContaining(['Bucket83908E77', 'TableCD117FA1', 'WebhookSigning5B1BF192']),
    );
  });

  it('import from each other only what is exported for good', () => {
    const imported = stacks.artifacts.flatMap(({ template }) =>
      [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name),
    );
    expect(new Set(imported.map((name = '') => name.split(':')[0]))).toEqual(
      new Set([`delivery-${stage}-gateway`, `delivery-${stage}-retained`, `delivery-${stage}-sign-in`]),
    );
  });

  it('reserve invocations for the authorizer and for timers, and try new versions first, in production', () => {
    const reserved = all('AWS::Lambda::Function')
      .filter(([, { ReservedConcurrentExecutions }]) => ReservedConcurrentExecutions !== undefined)
      .map(([, { FunctionName }]) => String(FunctionName).replace(`delivery-${stage}-`, ''));
    expect(reserved.sort()).toEqual(stage === 'prod' ? ['authorize', 'fire-timer'] : []);
    const groups = all('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(stage === 'prod' ? areas.length + 1 : 0);
    for (const [, { AlarmConfiguration, AutoRollbackConfiguration }] of groups) {
      const { Alarms } = AlarmConfiguration as { Alarms: { Name: { Ref: string } }[] };
      // 47 1.7: of its own version alone, which no alarm that rings already can be.
      expect(Alarms).toHaveLength(1);
      const [, alarm] = all('AWS::CloudWatch::Alarm').find(([id]) => id === Alarms[0]!.Name.Ref)!;
      const { AlarmName, Metrics } = alarm as {
        AlarmName: object;
        Metrics: { MetricStat?: { Metric: object } }[];
      };
      expect(JSON.stringify(AlarmName)).toMatch(/-canary-.*CurrentVersion.*"Version"/);
      const measured = Metrics.flatMap(({ MetricStat }) =>
        MetricStat ? [JSON.stringify(MetricStat.Metric)] : [],
      );
      expect(measured).toHaveLength(3);
      for (const metric of measured) expect(metric).toMatch(/"(?:ExecutedVersion|Version)"/);
      expect(AutoRollbackConfiguration).toMatchObject({
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
      });
    }
  });

  it('47 1.7: ring by shares, or in more periods than one, except for what is wrong at its first sight', () => {
    const hasty = all('AWS::CloudWatch::Alarm').filter(
      ([, { AlarmName, EvaluationPeriods, DatapointsToAlarm }]) =>
        isNamed(AlarmName) && !(Number(DatapointsToAlarm) < Number(EvaluationPeriods)),
    );
    const scheduled = taskWorkers.filter(({ schedule }) => schedule).map(({ name }) => `${name}-errors`);
    const firstSight =
      /-(?:dead-letters|failed|timed-out|absent|behind|failure-rate|budget-(?:fast|slow)-(?:over|still))$|^(?:account-concurrency|open-executions)$/;
    const names = hasty.map(([, { AlarmName }]) => String(AlarmName).replace(`delivery-${stage}-`, ''));
    expect(names.filter((name) => !firstSight.test(name) && !scheduled.includes(name))).toEqual([]);
    for (const [, { AlarmRule }] of all('AWS::CloudWatch::CompositeAlarm'))
      expect(JSON.stringify(AlarmRule).split('"Fn::GetAtt"').length - 1).toBeLessThanOrEqual(100);
  });

  it('47 1.7: have an entry in the runbook for each alarm, and an alarm for each entry', () => {
    const text = readFileSync('cdk/OPERATIONS.md', 'utf8');
    const [, section = ''] = text.split('\n## Alarms\n');
    const entries = [...section.split('\n## ')[0]!.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(
      ([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    const patterns = entries.map((entry) => ({
      entry,
      pattern: new RegExp(`^${entry.replace(/^-/, '<machine>-').replaceAll(/<\w+>/g, '[\\w-]+')}$`),
    }));
    const names = [...all('AWS::CloudWatch::Alarm'), ...all('AWS::CloudWatch::CompositeAlarm')]
      .map(([, { AlarmName }]) =>
        isNamed(AlarmName) ? AlarmName : `delivery-${stage}-<function>-canary-<version>`,
      )
      .map((name) => name.replace(`delivery-${stage}-`, ''));
    const without = names.filter(
      (name) => !patterns.some(({ pattern }) => pattern.test(name.replaceAll(/[<>]/g, ''))),
    );
    expect(without).toEqual([]);
    const unused = patterns.filter(
      ({ pattern }) => !names.some((name) => pattern.test(name.replaceAll(/[<>]/g, ''))),
    );
    expect(unused.map(({ entry }) => entry)).toEqual(stage === 'prod' ? [] : ['<function>-canary-<version>']);
  });

  it('47 3.2: ring when a budget is used up too fast, in a longer and still in a shorter time', () => {
    const alarmOf = (name: string) =>
      all('AWS::CloudWatch::Alarm').find(([, { AlarmName }]) => AlarmName === `delivery-${stage}-${name}`)!;
    const [over, overFacts] = alarmOf('availability-budget-fast-over');
    const [still, stillFacts] = alarmOf('availability-budget-fast-still');
    // 2 % of what a month may miss of 99.9 %, in one of its 720 hours.
    for (const facts of [overFacts, stillFacts])
      expect(facts).toMatchObject({ Threshold: 1.44, EvaluationPeriods: 1 });
    const periods = ({ Metrics }: typeof overFacts) =>
      (Metrics as { MetricStat?: { Period: number } }[]).flatMap(
        ({ MetricStat }) => MetricStat?.Period ?? [],
      );
    expect(new Set(periods(overFacts))).toEqual(new Set([3600]));
    expect(new Set(periods(stillFacts))).toEqual(new Set([300]));
    const composite = all('AWS::CloudWatch::CompositeAlarm').find(
      ([, { AlarmName }]) => AlarmName === `delivery-${stage}-availability-budget-fast`,
    )!;
    const rule = JSON.stringify(composite[1].AlarmRule);
    for (const part of [over, still]) expect(rule).toContain(part);
    expect(rule).toContain(' AND ');
    // Half a percent of the minutes may be bad: 5 of 60 use it up 14.4 times as fast.
    expect(alarmOf('timeliness-budget-fast-over')[1]).toMatchObject({
      EvaluationPeriods: 60,
      DatapointsToAlarm: 5,
      Threshold: 60,
    });
    expect(JSON.stringify(alarmOf('promptness-budget-slow-over')[1])).toContain('PR(:1000)');
  });

  it('47 3.2: show objectives, callers, what waits, storage and failures on one page', () => {
    const [[, board] = []] = all('AWS::CloudWatch::Dashboard');
    expect(board!.DashboardName).toBe(`delivery-${stage}-service`);
    const body = JSON.stringify(board!.DashboardBody);
    const titles = ['availability', 'promptness', 'timeliness', 'Requests and errors', 'Oldest message'];
    for (const title of [...titles, 'Units of the table', 'Dead letters']) expect(body).toContain(title);
    const queries = all('AWS::Logs::QueryDefinition').map(([, { Name }]) => Name);
    expect(queries).toEqual([`delivery-${stage}-errors`, `delivery-${stage}-one-trace`]);
  });

  it('ring for what no single function shows', () => {
    const names = all('AWS::CloudWatch::Alarm').map(([, { AlarmName }]) => AlarmName);
    for (const name of [
      'account-concurrency',
      'api-latency',
      'api-server-errors',
      'authorize-throttles',
      'open-executions',
      'send-webhooks-failure-rate',
      'stream-age',
      'sweep-timers-absent',
    ]) {
      expect(names).toContain(`delivery-${stage}-${name}`);
    }
    const [, absent] = all('AWS::CloudWatch::Alarm').find(([, { AlarmName }]) =>
      String(AlarmName).endsWith('sweep-timers-absent'),
    )!;
    expect(absent).toMatchObject({ TreatMissingData: 'breaching', Period: 900, Threshold: 1 });
  });

  it('allow simulated deliveries only outside production', () => {
    const functions = all('AWS::Lambda::Function');
    for (const [, { Environment }] of functions) {
      expect(Environment).toMatchObject({ Variables: { SIMULATION: String(stage !== 'prod') } });
    }
  });
});
