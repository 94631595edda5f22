import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnMetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** Name of the alias that the API's routes call where versions are tried first. */
export const LIVE = 'live';

/** Sends a tenth of the requests to the new version for five minutes before the others follow. */
const SHIFT = 'CodeDeployDefault.LambdaCanary10Percent5Minutes';

/** Lines of the log about a request that the service could not answer, with the version that could not. */
const FAILED = '{ $.code = "http.request.failed" || $.code = "http.authorizer.failed" }';

const FAILED_REQUESTS = 'FailedRequests';

export interface CanaryAliasProps {
  readonly lambda: LambdaFunction;
  /** CodeDeploy's application. */
  readonly applicationName: string;
  /** Role with which CodeDeploy moves the alias. */
  readonly roleArn: string;
  /** Name of the function, and of its log. */
  readonly name: string;
  readonly logs: ILogGroup;
}

/** An alias that a deployment moves to the new version step by step, and back when an alarm goes off. */
export class CanaryAlias extends Construct {
  constructor(scope: Construct, id: string, props: CanaryAliasProps) {
    super(scope, id);
    const { lambda, applicationName, roleArn } = props;
    const alarm = this.#alarm(props);
    const group = new CfnDeploymentGroup(this, 'Deployments', {
      applicationName,
      serviceRoleArn: roleArn,
      deploymentConfigName: SHIFT,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: [{ name: alarm.alarmName }] },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    const alias = new Alias(this, 'Live', { aliasName: LIVE, version: lambda.currentVersion });
    // The group knows the new version's alarm before the alias begins to move.
    alias.node.addDependency(group);
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: group.ref },
    };
  }

  /**
   * Errors of the new version alone, as its replies with 500 and as failed invocations. Each version has an alarm of its
   * own, which has never gone off: so nothing that rings already, not even this function's earlier version, stops the
   * version that mends it.
   */
  #alarm({ lambda, logs, name }: CanaryAliasProps): Alarm {
    const { version } = lambda.currentVersion;
    const period = Duration.minutes(1);
    const own = (metricName: string) =>
      new Metric({
        namespace: 'AWS/Lambda',
        metricName,
        dimensionsMap: { FunctionName: name, Resource: `${name}:${LIVE}`, ExecutedVersion: version },
        statistic: 'Sum',
        period,
      });
    new CfnMetricFilter(this, 'Refusals', {
      logGroupName: logs.logGroupName,
      filterPattern: FAILED,
      metricTransformations: [
        {
          metricNamespace: name,
          metricName: FAILED_REQUESTS,
          metricValue: '1',
          dimensions: [{ key: 'Version', value: '$.version' }],
        },
      ],
    });
    const failed = new Metric({
      namespace: name,
      metricName: FAILED_REQUESTS,
      dimensionsMap: { Version: version },
      statistic: 'Sum',
      period,
    });
    return new Alarm(this, 'Alarm', {
      alarmName: `${name}-canary-${version}`,
      alarmDescription: 'The version that is being deployed fails: CodeDeploy restores the earlier one.',
      metric: new MathExpression({
        expression:
          'IF(FILL(thrown, 0) + FILL(failed, 0) >= 3, 100 * (FILL(thrown, 0) + FILL(failed, 0)) / invocations, 0)',
        usingMetrics: { thrown: own('Errors'), invocations: own('Invocations'), failed },
        period,
      }),
      threshold: 5,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
