import { AwsError, answerJson, isRecord, jsonBody, jsonError } from '../aws-json.ts';
import type { AwsCall, AwsService, CloudPart, CloudState } from '../ports.ts';

type TraceSegment = NonNullable<CloudState['traceSegments']>[number];

/** Segments that are kept; older ones are forgotten. */
const KEPT_SEGMENTS = 1000;

/** X-Ray: keeps the latest segments in memory, to be looked at. */
export function createXRay(): CloudPart {
  const segments: TraceSegment[] = [];
  const service: AwsService = Object.freeze({
    name: 'xray',
    actionOf: (method: string, path: string) =>
      method === 'POST' && path === '/TraceSegments' ? 'PutTraceSegments' : undefined,
    needs: () => [{ action: 'xray:PutTraceSegments', resource: '*' }],
    handle: (call: AwsCall) =>
      answerJson(() => {
        const { TraceSegmentDocuments: documents } = jsonBody(call);
        if (!Array.isArray(documents)) {
          throw new AwsError('InvalidRequestException', 'TraceSegmentDocuments is missing');
        }
        segments.push(...documents.map((document) => readSegment(String(document))));
        segments.splice(0, Math.max(0, segments.length - KEPT_SEGMENTS));
        return { UnprocessedTraceSegments: [] };
      }),
    denied: (message: string) => jsonError(new AwsError('AccessDeniedException', message)),
    idle: async () => true,
    stop: async () => undefined,
  });
  return Object.freeze({
    resourceTypes: [],
    services: [service],
    state: async () => ({ traceSegments: segments }),
    stop: async () => undefined,
  });
}

function readSegment(document: string): TraceSegment {
  const read: unknown = JSON.parse(document);
  const segment = isRecord(read) ? read : {};
  for (const field of ['trace_id', 'id', 'name', 'start_time', 'end_time']) {
    if (segment[field] === undefined)
      throw new AwsError('InvalidRequestException', `the segment has no ${field}`);
  }
  return {
    traceId: String(segment.trace_id),
    id: String(segment.id),
    parentId: segment.parent_id === undefined ? undefined : String(segment.parent_id),
    name: String(segment.name),
    milliseconds: Math.round((Number(segment.end_time) - Number(segment.start_time)) * 1000),
    failed: segment.fault === true,
    annotations: isRecord(segment.annotations) ? segment.annotations : {},
  };
}
