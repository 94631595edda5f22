import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** One request or message of an organization. */
export interface Measurement {
  readonly kind: 'request' | 'message';
  readonly organizationId: string;
  readonly failed: boolean;
  readonly milliseconds: number;
}

/** Prints a measurement in the embedded metric format: CloudWatch makes metrics of such lines of a log. */
export function printMeasurement(
  namespace: string,
  { kind, organizationId, failed, milliseconds }: Measurement,
): void {
  // Messages are handled in parallel, and one object keeps what it is given until it prints.
  const metrics = new Metrics({ namespace, serviceName: kind === 'request' ? 'requests' : 'messages' });
  metrics.addDimension('organization', organizationId);
  metrics.addMetric('Handled', MetricUnit.Count, 1);
  metrics.addMetric('Failed', MetricUnit.Count, failed ? 1 : 0);
  metrics.addMetric('Duration', MetricUnit.Milliseconds, milliseconds);
  metrics.publishStoredMetrics();
}
