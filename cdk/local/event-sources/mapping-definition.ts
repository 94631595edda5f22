import { createHash } from 'node:crypto';
import { isRecord, numberOf, recordsOf, textOf } from '../aws-json.ts';
import {
  LOCAL_ACCOUNT,
  LOCAL_REGION,
  type Resource,
  type ResourceType,
  UnsupportedInTemplate,
} from '../ports.ts';
import { compileFilters, type EventFilter } from './filter-pattern.ts';

/** An event source mapping as in the template; times in milliseconds. */
export interface Mapping {
  /** The same at every start: checkpoints are stored under it. */
  readonly name: string;
  readonly source: 'queue' | 'stream';
  readonly sourceArn: string;
  readonly functionName: string;
  readonly batchSize: number;
  readonly windowMs: number;
  readonly filter: EventFilter;
  readonly reportsItemFailures: boolean;
  /** Batches that are handled at the same time: of a queue, or lanes of a stream. */
  readonly concurrency: number;
  /** For queues: this many more when a group would have to wait for the backlog of another. */
  readonly mostConcurrency: number;
  /** For streams: how often a batch is retried; undefined = without end. */
  readonly retries: number | undefined;
  /** For streams: time without success after which a record is given up; undefined = never. */
  readonly maximumAgeMs: number | undefined;
  readonly bisects: boolean;
  readonly fromLatest: boolean;
  /** ARN of the queue for reports of given-up stream records. */
  readonly failureQueueArn: string | undefined;
}

/** AWS starts with five batches of a queue at a time. It adds more while there is a backlog; a laptop adds few. */
const QUEUE_CONCURRENCY = 5;
const MAX_QUEUE_CONCURRENCY = 8;

const NO_METRICS = { ignored: 'there are no metrics locally' };

/** `AWS::Lambda::EventSourceMapping`. `made` is called for each enabled mapping. */
export function mappingResource(made: (mapping: Mapping) => void): ResourceType {
  return Object.freeze({
    type: 'AWS::Lambda::EventSourceMapping',
    phase: 'wiring',
    properties: {
      EventSourceArn: 'used',
      FunctionName: 'used',
      Enabled: 'used',
      BatchSize: 'used',
      MaximumBatchingWindowInSeconds: 'used',
      StartingPosition: 'used',
      MaximumRetryAttempts: 'used',
      MaximumRecordAgeInSeconds: 'used',
      BisectBatchOnFunctionError: 'used',
      FunctionResponseTypes: 'used',
      ParallelizationFactor: 'used',
      'DestinationConfig.OnFailure.Destination': 'used',
      'FilterCriteria.Filters.*.Pattern': 'used',
      'ScalingConfig.MaximumConcurrency': 'used',
      MetricsConfig: NO_METRICS,
      Tags: { ignored: 'nothing reads tags locally' },
    },
    ref: ({ physicalName }) => mappingId(physicalName),
    attributes: ({ physicalName }) => ({
      Id: mappingId(physicalName),
      EventSourceMappingArn: `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:event-source-mapping:${mappingId(physicalName)}`,
    }),
    create: async (resource) => {
      if (resource.properties.Enabled !== false) made(mappingOf(resource));
    },
  } satisfies ResourceType);
}

function mappingOf(resource: Resource): Mapping {
  const { properties, physicalName } = resource;
  const sourceArn = textOf(properties.EventSourceArn) ?? '';
  const source = sourceArn.startsWith('arn:aws:sqs:')
    ? 'queue'
    : /^arn:aws:dynamodb:.*\/stream\//.test(sourceArn)
      ? 'stream'
      : undefined;
  if (!source) {
    throw new UnsupportedInTemplate(
      resource,
      'EventSourceArn',
      `neither a queue nor a table's stream: ${sourceArn}`,
    );
  }
  const position = textOf(properties.StartingPosition);
  if (source === 'stream' && position !== 'TRIM_HORIZON' && position !== 'LATEST') {
    throw new UnsupportedInTemplate(
      resource,
      'StartingPosition',
      `use TRIM_HORIZON or LATEST, not ${position}`,
    );
  }
  const destinations = isRecord(properties.DestinationConfig) ? properties.DestinationConfig : {};
  const onFailure = isRecord(destinations.OnFailure) ? textOf(destinations.OnFailure.Destination) : undefined;
  if (onFailure !== undefined && (source === 'queue' || !onFailure.startsWith('arn:aws:sqs:'))) {
    throw new UnsupportedInTemplate(
      resource,
      'DestinationConfig.OnFailure.Destination',
      'only for streams, and only to a queue',
    );
  }
  const responses = Array.isArray(properties.FunctionResponseTypes) ? properties.FunctionResponseTypes : [];
  const scaling = isRecord(properties.ScalingConfig) ? properties.ScalingConfig : {};
  const allowed = numberOf(scaling.MaximumConcurrency) ?? MAX_QUEUE_CONCURRENCY;
  const retries = numberOf(properties.MaximumRetryAttempts) ?? -1;
  const ageSeconds = numberOf(properties.MaximumRecordAgeInSeconds) ?? -1;
  return {
    name: physicalName,
    source,
    sourceArn,
    functionName: textOf(properties.FunctionName) ?? '',
    batchSize: numberOf(properties.BatchSize) ?? (source === 'queue' ? 10 : 100),
    windowMs: (numberOf(properties.MaximumBatchingWindowInSeconds) ?? 0) * 1000,
    filter: filterOf(resource),
    reportsItemFailures: responses.includes('ReportBatchItemFailures'),
    concurrency:
      source === 'queue'
        ? Math.min(allowed, QUEUE_CONCURRENCY)
        : (numberOf(properties.ParallelizationFactor) ?? 1),
    mostConcurrency: Math.min(allowed, MAX_QUEUE_CONCURRENCY),
    retries: retries < 0 ? undefined : retries,
    maximumAgeMs: ageSeconds < 0 ? undefined : ageSeconds * 1000,
    bisects: properties.BisectBatchOnFunctionError === true,
    fromLatest: position === 'LATEST',
    failureQueueArn: onFailure,
  };
}

function filterOf(resource: Resource): EventFilter {
  const { FilterCriteria } = resource.properties;
  const filters = recordsOf(isRecord(FilterCriteria) ? FilterCriteria.Filters : undefined);
  try {
    return compileFilters(filters.map((filter) => textOf(filter.Pattern) ?? '{}'));
  } catch (error) {
    throw new UnsupportedInTemplate(
      resource,
      'FilterCriteria.Filters.Pattern',
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** The UUID that AWS would have given the mapping, the same at every start. */
function mappingId(physicalName: string): string {
  const hex = createHash('sha256').update(physicalName).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
