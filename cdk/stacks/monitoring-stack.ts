import { Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
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
  /** Where alarms are mailed to; none when absent. */
  readonly alarmEmail?: string | undefined;
}

/** Alarms and the dashboard, on everything that the other stacks deploy, by its name. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    super(scope, id, props);
    const { units, prefix, apiId } = props;
    const names = new Names(this, prefix);
    const metrics = new Metrics(names, apiId);
    const alarms = new AlarmBell(this, 'Alarms', { topic: this.#topic(props.alarmEmail), metrics });
    for (const { name } of units.areas) {
      alarms.functionErrors(areaFunction(name), `Callers of the ${name} endpoints get errors.`);
    }
    for (const { name, failureImpact } of [AUTHORIZER, ROUTER, ...units.queueWorkers]) {
      alarms.functionErrors(name, failureImpact);
    }
    for (const { name, failureImpact, schedule } of units.taskWorkers) {
      // One that runs every few minutes never fails five times within five.
      alarms.functionErrors(name, failureImpact, schedule ? 1 : undefined);
    }
    for (const { name, failureImpact } of units.queueWorkers) {
      alarms.queueAge(name, names.of(name), failureImpact);
      alarms.deadLetters(name, names.deadLetters(name), failureImpact);
    }
    for (const { name, failureImpact } of machinesOf(units)) alarms.executions(name, failureImpact);
    alarms.streamAge(ROUTER.name, ROUTER.failureImpact);
    alarms.deadLetters(ROUTER.name, names.of(LOST_EVENTS), ROUTER.failureImpact);
    alarms.serverErrors('Callers get errors.');
    serviceDashboard(this, { units, names, metrics });
  }

  #topic(email: string | undefined): Topic {
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
}
