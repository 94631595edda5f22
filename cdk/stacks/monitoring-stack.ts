import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { AlarmBell } from '../constructs/alarm-bell.ts';
import { Metrics } from '../constructs/metrics.ts';
import { objectivesOf } from '../constructs/objectives.ts';
import { AUTHORIZER, areaFunction, LOST_EVENTS, ROUTER, SCHEDULES } from '../fixed-functions.ts';
import { Names } from '../names.ts';
import { machinesOf, type Units } from '../units.ts';
import { serviceDashboard } from './dashboard.ts';

export interface MonitoringStackProps extends StackProps {
  readonly prefix: string;
  readonly apiId: string;
  readonly units: Units;
  readonly tableName: string;
  /** Namespace of the metrics of each organization; undefined when there are none. */
  readonly organizationMetrics: string | undefined;
  /** Where alarms are sent. */
  readonly subscribers: { readonly email: string | undefined; readonly url: string | undefined };
}

/** Saved queries for the logs of all functions (their names begin with the prefix). */
const QUERIES = {
  errors: {
    fields: ['@timestamp', 'service', 'code', 'message', 'organizationId', 'requestId', 'trace'],
    filterStatements: ['level = "ERROR"'],
    sort: '@timestamp desc',
    limit: 200,
  },
  'one-trace': {
    fields: ['@timestamp', 'service', 'code', 'message', 'eventId'],
    filterStatements: ['trace = "put the id of a trace here"'],
    sort: '@timestamp asc',
    limit: 1000,
  },
};

/** The workers between an order and its carrier. */
const TO_CARRIER = ['dispatch-orders', 'attempt-dispatch'];

/** Alarms and the dashboard for everything that the other stacks deploy, by its name. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    super(scope, id, props);
    const { units, prefix, apiId, tableName, organizationMetrics } = props;
    const names = new Names(this, prefix);
    const metrics = new Metrics(names, apiId);
    const alarms = new AlarmBell(this, 'Alarms', { topic: this.#topic(props.subscribers), metrics, names });
    const watched = [AUTHORIZER, ...units.areas.map(areaOf)];
    alarms.together(
      'callers-affected',
      [
        alarms.serverErrors('Callers get errors.'),
        alarms.latency('Callers wait for more than three seconds.'),
        ...watched.flatMap(({ name, failureImpact }) => [
          alarms.functionErrors(name, failureImpact),
          alarms.throttles(name, failureImpact),
        ]),
      ],
      'Callers get errors, or wait.',
    );
    alarms.together(
      'events-held-up',
      [
        alarms.streamAge(ROUTER.name, ROUTER.failureImpact),
        alarms.functionErrors(ROUTER.name, ROUTER.failureImpact),
        alarms.throttles(ROUTER.name, ROUTER.failureImpact),
        ...units.queueWorkers.map(({ name, failureImpact }) =>
          alarms.queueAge(name, names.of(name), failureImpact),
        ),
      ],
      'What follows from requests comes late: dispatch, webhooks, timers or notifications.',
    );
    for (const { name, failureImpact, schedule, watches } of units.taskWorkers) {
      if (schedule) alarms.scheduledErrors(name, failureImpact);
      else alarms.functionErrors(name, failureImpact);
      alarms.throttles(name, failureImpact);
      if (schedule) alarms.absent(name, schedule, failureImpact);
      if (watches) alarms.above(name, watches);
    }
    for (const { name, failureImpact, outcomes } of units.queueWorkers) {
      alarms.functionErrors(name, failureImpact);
      alarms.throttles(name, failureImpact);
      alarms.deadLetters(name, names.deadLetters(name), failureImpact);
      if (outcomes) alarms.failureRate(name, outcomes.percent, outcomes.impact);
    }
    for (const { name, failureImpact } of machinesOf(units)) alarms.executions(name, failureImpact);
    alarms.deadLetters(ROUTER.name, names.of(LOST_EVENTS), ROUTER.failureImpact);
    if (units.taskWorkers.some(({ schedule }) => schedule)) {
      alarms.deadLetters(SCHEDULES, names.deadLetters(SCHEDULES), 'What the clock starts has not run.');
    }
    alarms.accountConcurrency(
      'Functions will soon be throttled: the account has few concurrent invocations left.',
    );
    if (machinesOf(units).length > 0) {
      alarms.openExecutions('Waits pile up: an account can have at most a million open executions.');
    }
    const objectives = objectivesOf(
      metrics,
      names,
      TO_CARRIER.filter((name) => isDeployed(units, name)),
    );
    for (const objective of objectives) alarms.objective(objective);
    for (const [name, lines] of Object.entries(QUERIES)) {
      new QueryDefinition(this, `Query-${name}`, {
        queryDefinitionName: names.of(name),
        queryString: new QueryString(lines),
      });
    }
    serviceDashboard(this, {
      units,
      names,
      metrics,
      objectives,
      tableName,
      organizationMetrics,
    });
  }

  /**
   * Alarms cannot publish to a topic under the key that AWS keeps for all topics, because its policy does not allow it.
   */
  #key(): Key {
    const key = new Key(this, 'AlarmKey', {
      description: 'Encrypts what alarms say.',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return key;
  }

  #topic({ email, url }: MonitoringStackProps['subscribers']): Topic {
    const topic = new Topic(this, 'AlarmTopic', { enforceSSL: true, masterKey: this.#key() });
    // A custom topic policy replaces the default one, which lets the account's alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    if (url) topic.addSubscription(new UrlSubscription(url));
    return topic;
  }
}

function isDeployed({ queueWorkers }: Units, worker: string): boolean {
  return queueWorkers.some(({ name }) => name === worker);
}

function areaOf({ name }: Units['areas'][number]) {
  return { name: areaFunction(name), failureImpact: `Callers of the ${name} endpoints get errors.` };
}
