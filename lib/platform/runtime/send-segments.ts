import { PutTraceSegmentsCommand, XRayClient } from '@aws-sdk/client-xray';
import { AWS_TIME_LIMITS } from '../core/aws-time-limits.ts';
import type { Span } from '../core/span.ts';
import { oncePerFunction } from './once-per-function.ts';

/** X-Ray takes at most this many segments in one call. */
const MOST_SEGMENTS = 50;

const client = oncePerFunction(() => new XRayClient(AWS_TIME_LIMITS));

/** Stores spans in X-Ray, where they become one trace with those of the other functions. */
export async function sendSegments(spans: readonly Span[]): Promise<void> {
  for (let start = 0; start < spans.length; start += MOST_SEGMENTS) {
    const documents = spans
      .slice(start, start + MOST_SEGMENTS)
      .map((span) => JSON.stringify(segmentOf(span)));
    await client().send(new PutTraceSegmentsCommand({ TraceSegmentDocuments: documents }));
  }
}

/** A span as a segment document of X-Ray. */
export function segmentOf(span: Span): object {
  const { traceId, spanId, parentId, name, kind, startedAtMs, endedAtMs, failed, facts } = span;
  const annotations = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return {
    name,
    id: spanId,
    trace_id: `1-${traceId.slice(0, 8)}-${traceId.slice(8)}`,
    start_time: startedAtMs / 1000,
    end_time: endedAtMs / 1000,
    ...(parentId === undefined ? {} : { parent_id: parentId }),
    ...(kind === 'sent' ? { type: 'subsegment', namespace: 'remote' } : { origin: 'AWS::Lambda::Function' }),
    ...(failed ? { fault: true } : {}),
    annotations,
  };
}
