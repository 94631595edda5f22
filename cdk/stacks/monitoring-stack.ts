import { Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { AlarmBell } from '../constructs/alarm-bell.ts';
import { Metrics } from '../constructs/metrics.ts';
import { AUTHORIZER, areaFunction, LOST_EVENTS, ROUTER } from '../fixed-functions.ts';
import { Names } from '../names.ts';
import { machinesOf, type Units } from '../units.ts';
import { serviceDashboard } from './dashboard.ts';

export interface MonitoringStackProps extends StackProps {
  readonly prefix: string;
  readonly apiId: string;
  readonly units: Units;
  /** Where alarms go. */
  readonly subscribers: { readonly email: string | undefined; readonly url: string | undefined };
}

/** Alarms and the dashboard, on everything that the other stacks deploy, by its name. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    super(scope, id, props);
    const { units, prefix, apiId } = props;
    const names = new Names(this, prefix);
    const metrics = new Metrics(names, apiId);
    const alarms = new AlarmBell(this, 'Alarms', { topic: this.#topic(props.subscribers), metrics, names });
    for (const { name } of units.areas) {
      alarms.functionErrors(areaFunction(name), `Callers of the ${name} endpoints get errors.`);
    }
    for (const { name, failureImpact } of [AUTHORIZER, ROUTER, ...units.queueWorkers]) {
      alarms.functionErrors(name, failureImpact);
    }
    for (const { name, failureImpact, schedule } of units.taskWorkers) {
      // One that runs every few minutes never fails five times within five.
      alarms.functionErrors(name, failureImpact, schedule ? 1 : undefined);
      if (schedule) alarms.absent(name, schedule, failureImpact);
    }
    for (const { name, failureImpact, outcomes } of units.queueWorkers) {
      alarms.queueAge(name, names.of(name), failureImpact);
      alarms.deadLetters(name, names.deadLetters(name), failureImpact);
      if (outcomes) alarms.failureRate(name, outcomes.percent, outcomes.impact);
    }
    for (const { name, failureImpact } of machinesOf(units)) alarms.executions(name, failureImpact);
    alarms.streamAge(ROUTER.name, ROUTER.failureImpact);
    alarms.deadLetters(ROUTER.name, names.of(LOST_EVENTS), ROUTER.failureImpact);
    alarms.serverErrors('Callers get errors.');
    alarms.latency('Callers wait for more than three seconds.');
    alarms.accountConcurrency('Functions are about to be refused: the account has few invocations left.');
    if (machinesOf(units).length > 0) {
      alarms.openExecutions('Waits pile up: an account has a million open executions at most.');
    }
    serviceDashboard(this, { units, names, metrics });
  }

  #topic({ email, url }: MonitoringStackProps['subscribers']): Topic {
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
    if (url) topic.addSubscription(new UrlSubscription(url));
    return topic;
  }
}
