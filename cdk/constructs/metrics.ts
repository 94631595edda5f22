import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Names } from '../names.ts';

/** How a metric is read. */
interface Reading {
  readonly period: Duration;
  readonly statistic?: string;
}

/** Metrics that AWS records for the installation's parts, by the names of the parts. */
export class Metrics {
  readonly #names: Names;
  readonly #apiId: string;

  constructor(names: Names, apiId: string) {
    this.#names = names;
    this.#apiId = apiId;
  }

  lambda(name: string, metricName: string, reading: Reading): Metric {
    const dimensionsMap = { FunctionName: this.#names.of(name) };
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic: 'Sum', ...reading });
  }

  /** `queue` is its physical name. */
  queue(queue: string, metricName: string, reading: Reading): Metric {
    const dimensionsMap = { QueueName: queue };
    return new Metric({ namespace: 'AWS/SQS', metricName, dimensionsMap, statistic: 'Maximum', ...reading });
  }

  machine(name: string, metricName: string, reading: Reading): Metric {
    const dimensionsMap = { StateMachineArn: this.#names.machineArn(name) };
    return new Metric({ namespace: 'AWS/States', metricName, dimensionsMap, statistic: 'Sum', ...reading });
  }

  /** For the whole account in this region. */
  account(namespace: string, metricName: string, reading: Reading): Metric {
    return new Metric({ namespace, metricName, statistic: 'Maximum', ...reading });
  }

  /** Outcomes that a worker logs: see `OutcomeFilters`. */
  outcomes(worker: string, metricName: string, reading: Reading): Metric {
    return new Metric({ namespace: this.#names.of(worker), metricName, statistic: 'Sum', ...reading });
  }

  table(tableName: string, metricName: string, reading: Reading): Metric {
    const dimensionsMap = { TableName: tableName };
    return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', ...reading });
  }

  api(metricName: string, reading: Reading): Metric {
    const dimensionsMap = { ApiId: this.#apiId };
    return new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap,
      statistic: 'Sum',
      ...reading,
    });
  }
}
