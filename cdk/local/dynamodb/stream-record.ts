import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../aws-json.ts';
import { LOCAL_REGION } from '../ports.ts';
import { streamArn } from './dynamodb-arns.ts';
import type { LocalTable } from './table-resource.ts';

/** One record of a DynamoDB stream, as a Lambda function receives it. */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly dynamodb: {
    /** Seconds since the epoch. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Readonly<Record<string, unknown>>;
    readonly NewImage?: Readonly<Record<string, unknown>>;
    readonly OldImage?: Readonly<Record<string, unknown>>;
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: string;
  };
  readonly eventSourceARN: string;
  /** Present on expired items. */
  readonly userIdentity?: { readonly type: 'Service'; readonly principalId: 'dynamodb.amazonaws.com' };
}

/** The remover of expired items, as AWS names it in the records of such removals. */
const TTL_IDENTITY = Object.freeze({ type: 'Service', principalId: 'dynamodb.amazonaws.com' } as const);

/**
 * A record of the server as AWS would have written it, or undefined where AWS writes none: a put or update that
 * left the item as it was.
 */
export function streamRecordOf(
  table: LocalTable,
  raw: Readonly<Record<string, unknown>>,
  options: {
    /** Milliseconds by which the local clock is ahead of the server's. */
    readonly skippedMs: number;
    readonly expired: (keys: Readonly<Record<string, unknown>>, image: unknown) => boolean;
  },
): StreamRecord | undefined {
  const source = isRecord(raw.dynamodb) ? raw.dynamodb : {};
  const { NewImage, OldImage } = source;
  if (raw.eventName === 'MODIFY' && sameImage(NewImage, OldImage)) return undefined;
  const keys = isRecord(source.Keys) ? source.Keys : {};
  const view = table.streamView ?? 'NEW_AND_OLD_IMAGES';
  const sequenceNumber = String(source.SequenceNumber);
  const arn = streamArn(table.name);
  const eventName = raw.eventName as StreamRecord['eventName'];
  return {
    eventID: createHash('md5').update(`${arn} ${sequenceNumber}`).digest('hex'),
    eventName,
    eventVersion: String(raw.eventVersion ?? '1.1'),
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    dynamodb: {
      ApproximateCreationDateTime:
        Number(source.ApproximateCreationDateTime) + Math.floor(options.skippedMs / 1000),
      Keys: keys,
      ...(isRecord(NewImage) && (view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES') && { NewImage }),
      ...(isRecord(OldImage) && (view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES') && { OldImage }),
      SequenceNumber: sequenceNumber,
      SizeBytes: Number(source.SizeBytes ?? 0),
      StreamViewType: view,
    },
    eventSourceARN: arn,
    ...(eventName === 'REMOVE' && options.expired(keys, OldImage) && { userIdentity: TTL_IDENTITY }),
  };
}

/** Equal whatever the order of attributes and of the members of a set. */
function sameImage(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(sortSets(one), sortSets(other));
}

function sortSets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortSets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      (key === 'SS' || key === 'NS' || key === 'BS') && Array.isArray(inner)
        ? inner.toSorted()
        : sortSets(inner),
    ]),
  );
}
