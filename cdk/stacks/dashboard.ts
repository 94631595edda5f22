import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { QueueConsumer } from '../constructs/queue-consumer.ts';

/** One page: what comes in, what waits, what failed. */
export function serviceDashboard(
  scope: Construct,
  parts: {
    api: HttpApi;
    consumers: readonly QueueConsumer[];
    router: IFunction;
    machines: readonly StateMachine[];
  },
): Dashboard {
  const period = Duration.minutes(1);
  const { api, consumers, router, machines } = parts;
  const dashboard = new Dashboard(scope, 'Dashboard');
  dashboard.addWidgets(
    new GraphWidget({
      title: 'Requests and errors',
      left: [
        api.metricCount({ period }),
        api.metricClientError({ period }),
        api.metricServerError({ period }),
      ],
    }),
    new GraphWidget({ title: 'Latency', left: [api.metricLatency({ period, statistic: 'p99' })] }),
    new GraphWidget({
      title: 'Age of the stream',
      left: [router.metric('IteratorAge', { period, statistic: 'Maximum' })],
    }),
    new GraphWidget({
      title: 'Oldest message',
      left: consumers.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage({ period })),
    }),
    new GraphWidget({
      title: 'Dead letters',
      left: consumers.map(({ deadLetters }) =>
        deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      ),
    }),
    new GraphWidget({
      title: 'Executions that failed',
      left: machines.map((machine) => machine.metricFailed({ period })),
    }),
  );
  return dashboard;
}
