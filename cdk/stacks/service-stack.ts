import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { areas } from '../../functions/api/index.ts';
import { queueWorkers, taskWorkers } from '../../functions/workers/index.ts';
import { eventEntity, ROUTES_VARIABLE } from '../../lib/events/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { AlarmBell } from '../constructs/alarm-bell.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import {
  type Grantable,
  ServiceFunction,
  type ServiceFunctionProps,
} from '../constructs/service-function.ts';
import { serviceDashboard } from './dashboard.ts';
import type { RetainedStack } from './retained-stack.ts';
import { simulatedDeliveryMachine } from './simulated-delivery-machine.ts';
import { machineArn } from './state-machines.ts';
import { timerMachine } from './timer-machine.ts';

export interface ServiceStackProps extends StackProps {
  /** Begins the names that must be fixed: `delivery-dev`. */
  readonly prefix: string;
  readonly retained: RetainedStack;
  /** Requests a second that the API takes at most, and its burst. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  /** Seconds for which API Gateway remembers an authorizer's verdict; 0 = never, so that a revoked key ends at once. */
  readonly authorizerCacheSeconds: number;
  /** Where alarms are mailed to; none when absent. */
  readonly alarmEmail?: string;
  /** `amazon-location` or `none`. */
  readonly geocoder: string;
  /** Whether deliveries of the simulated providers may be set by hand: never in production. */
  readonly simulation: boolean;
}

/** Everything that can be rebuilt: API, functions, queues, state machines, schedules, alarms. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props);
    const alarms = new AlarmBell(this, 'Alarms', { topic: this.#alarmTopic(props.alarmEmail) });
    const api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      description: 'Delivery orchestration',
    });
    const shared = {
      alarms,
      environment: {
        PUBLIC_BASE_URL: api.apiEndpoint,
        GEOCODER: props.geocoder,
        SIMULATION: String(props.simulation),
      },
      grantable: {
        table: props.retained.table,
        secrets: props.retained.secrets,
        machineArns: {
          timer: machineArn(this, props.prefix, 'timer'),
          'simulated-delivery': machineArn(this, props.prefix, 'simulated-delivery'),
        },
      } satisfies Grantable,
    };
    const consumers = queueWorkers.map((worker) => new QueueConsumer(this, worker, shared));
    const tasks = this.#tasks(shared);
    const machines = [
      timerMachine(this, props.prefix, tasks),
      simulatedDeliveryMachine(this, props.prefix, tasks),
    ];
    for (const machine of machines) {
      alarms.executions(
        machine.node.id,
        machine,
        'A wait or a simulated delivery ended without doing its work.',
      );
    }
    const router = this.#router(shared, consumers, props.retained);
    this.#api(api, shared, props);
    serviceDashboard(this, { api, consumers, router: router.lambda, machines });
    new CfnOutput(this, 'BaseUrl', { value: api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: props.retained.table.tableName });
  }

  #alarmTopic(email: string | undefined): Topic {
    const topic = new Topic(this, 'AlarmTopic', { enforceSSL: true });
    // A topic with a policy of its own has lost the one that lets the account's alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  #tasks(shared: Shared): ReadonlyMap<string, ServiceFunction> {
    return new Map(
      taskWorkers.map((worker) => {
        const task = new ServiceFunction(this, worker.name, {
          ...shared,
          bundle: worker.name,
          description: worker.schedule ? `Runs at ${worker.schedule}.` : 'A step of a state machine.',
          failureImpact: worker.failureImpact,
          timeoutSeconds: worker.timeoutSeconds,
          ...(worker.memoryMegabytes ? { memoryMegabytes: worker.memoryMegabytes } : {}),
          uses: worker.uses,
          // One that runs every few minutes never fails five times within five.
          ...(worker.schedule ? { errorsThatRing: 1 } : {}),
        });
        if (worker.schedule) this.#schedule(worker.name, worker.schedule, task);
        return [worker.name, task];
      }),
    );
  }

  #schedule(name: string, expression: string, task: ServiceFunction): void {
    const role = new Role(this, `${name}-schedule-role`, {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [task.lambda.functionArn] }),
    );
    new CfnSchedule(this, `${name}-schedule`, {
      scheduleExpression: expression,
      flexibleTimeWindow: { mode: 'OFF' },
      target: { arn: task.lambda.functionArn, roleArn: role.roleArn, input: '{}' },
    });
  }

  /** The stream's consumer: hands events to queues. */
  #router(shared: Shared, consumers: readonly QueueConsumer[], { table }: RetainedStack): ServiceFunction {
    const routes = Object.fromEntries(
      consumers.map(({ queue }, index) => [
        queue.queueUrl,
        queueWorkers[index]?.consumes.map(({ name }) => name),
      ]),
    );
    const impact = 'Nothing that follows a request happens: no dispatch, no webhook, no timer.';
    const router = new ServiceFunction(this, 'route-events', {
      ...shared,
      bundle: 'route-events',
      description: 'Hands new events from the table stream to the queues of their consumers.',
      failureImpact: impact,
      timeoutSeconds: 60,
      uses: {},
      environment: { ...shared.environment, [ROUTES_VARIABLE]: this.toJsonString(routes) },
    });
    router.allow(
      ['sqs:SendMessage'],
      consumers.map(({ queue }) => queue.queueArn),
    );
    const streamArn = table.tableStreamArn ?? '';
    router.allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [streamArn],
    );
    const lost = new Queue(this, 'route-events-lost', {
      retentionPeriod: Duration.days(14),
      enforceSSL: true,
    });
    acknowledge(lost, 'AwsSolutions-SQS3', 'This queue takes the dead letters of the table stream.');
    const source = new EventSourceMapping(this, 'route-events-source', {
      target: router.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      parallelizationFactor: 4,
      retryAttempts: 20,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(lost),
      filters: [
        FilterCriteria.filter({
          // An event is written again to be handed out again: see `redriveEvents`.
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: { NewImage: { type: { S: FilterRule.isEqual(eventEntity.name) } } },
        }),
      ],
    });
    source.node.addDependency(router.role);
    new CfnOutput(this, 'LostEventsQueueUrl', { value: lost.queueUrl });
    shared.alarms.streamAge(router.lambda, impact);
    shared.alarms.deadLetters('route-events', lost, impact);
    return router;
  }

  #api(api: HttpApi, shared: Shared, props: ServiceStackProps): void {
    const authorizerFunction = new ServiceFunction(this, 'authorize', {
      ...shared,
      bundle: 'authorize',
      description: 'Finds out who is calling.',
      failureImpact: 'No request with a key is answered.',
      timeoutSeconds: 5,
      uses: { table: 'read' },
    });
    // Without an identity source API Gateway asks the authorizer for requests that lack a token as well, and they get
    // our envelope instead of the gateway's own bare 401.
    const authorizer = new HttpLambdaAuthorizer('Authorizer', authorizerFunction.lambda, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.seconds(props.authorizerCacheSeconds),
      identitySource: props.authorizerCacheSeconds > 0 ? ['$request.header.Authorization'] : [],
    });
    for (const area of areas) {
      const lambda = new ServiceFunction(this, `api-${area.name}`, {
        ...shared,
        bundle: `api-${area.name}`,
        description: `Answers the ${area.name} endpoints.`,
        failureImpact: `Callers of the ${area.name} endpoints get errors.`,
        timeoutSeconds: 29,
        memoryMegabytes: 1024,
        uses: area.uses,
      }).lambda;
      const integration = new HttpLambdaIntegration(`${area.name}-integration`, lambda, {
        scopePermissionToRoute: false,
      });
      for (const endpoint of area.endpoints) {
        const [route] = api.addRoutes({
          path: endpoint.path,
          methods: [HttpMethod[endpoint.method]],
          integration,
          ...(endpoint.permission === null ? {} : { authorizer }),
        });
        if (endpoint.permission === null && route)
          acknowledge(route, 'AwsSolutions-APIG4', 'Public by design.');
      }
      if (area.fallback) {
        const route = new HttpRoute(this, 'fallback', {
          httpApi: api,
          routeKey: HttpRouteKey.DEFAULT,
          // Called as <api>/<stage>/$default, which the permission of the other routes, <api>/*/*/*, does not cover.
          integration: new HttpLambdaIntegration('fallback-integration', lambda),
        });
        acknowledge(route, 'AwsSolutions-APIG4', 'Answers "no such route" to everybody.');
      }
    }
    new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: props.throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', {
            retention: RetentionDays.ONE_MONTH,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
        format: AccessLogFormat.custom(ACCESS_LOG_FORMAT),
      },
    });
    shared.alarms.serverErrors(api.metricServerError({ period: Duration.minutes(5) }), 'Callers get errors.');
  }
}

/**
 * One line of JSON per request, with what only the gateway knows: why it answered itself, by its throttle or because
 * a function could not be reached. The format that the CDK gives names variables of REST APIs, which are empty here.
 */
const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  route: '$context.routeKey',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  gatewayError: '$context.error.message',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
});

type Shared = Pick<ServiceFunctionProps, 'alarms' | 'environment' | 'grantable'>;
