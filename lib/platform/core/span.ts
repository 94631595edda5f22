import { AsyncLocalStorage } from 'node:async_hooks';

/** A place in a trace, in the terms of W3C Trace Context. */
export interface Place {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** Small values that say what a span was about; never people's data. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work of a trace that has ended. */
export interface Span extends Place {
  readonly parentId: string | undefined;
  readonly name: string;
  /** A request or message that arrived here, or a request that was sent to somebody else. */
  readonly kind: 'received' | 'sent';
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly failed: boolean;
  readonly facts: SpanFacts;
}

/** What belongs to the trace that the work in progress is part of. */
export interface Recording {
  readonly place: Place;
  /** Spans that have ended, each after those inside it. */
  readonly spans: Span[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newSpanId: () => string;
}

/** A message that does a lot has a bound on what is recorded of it: X-Ray takes 500 kB for a trace. */
export const MAX_SPANS = 100;

const underWay = new AsyncLocalStorage<Recording>();

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The header `traceparent` as a place; undefined when it is none. */
export function readPlace(traceparent: string | undefined): Place | undefined {
  const [, traceId = '', spanId = ''] = TRACE_PARENT.exec(traceparent ?? '') ?? [];
  const isPlace = /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId);
  return isPlace ? { traceId, spanId } : undefined;
}

/** A place as the header `traceparent` of what comes after it. */
export function writePlace({ traceId, spanId }: Place): string {
  return `00-${traceId}-${spanId}-01`;
}

/** The place of the work in progress; undefined while nothing is recorded, which is nearly always. */
export function currentPlace(): Place | undefined {
  return underWay.getStore()?.place;
}

/** What is recorded of the work in progress. */
export function currentRecording(): Recording | undefined {
  return underWay.getStore();
}

/** Does the work as a span of this recording: what it calls sees its place. */
export async function recorded<Result>(
  recording: Recording,
  of: Pick<Span, 'name' | 'kind' | 'parentId' | 'facts'> & {
    /** More facts, and whether it failed, by the result. */
    readonly outcome?: ((result: Result) => { facts?: SpanFacts; failed?: boolean }) | undefined;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = recording.now();
  const end = ({ facts = {}, failed = false }: { facts?: SpanFacts; failed?: boolean }) => {
    if (recording.spans.length >= MAX_SPANS) return;
    const { name, kind, parentId } = of;
    const times = { startedAtMs, endedAtMs: recording.now() };
    recording.spans.push({
      ...recording.place,
      ...times,
      name,
      kind,
      parentId,
      failed,
      facts: { ...of.facts, ...facts },
    });
  };
  try {
    const result = await underWay.run(recording, work);
    end(of.outcome?.(result) ?? {});
    return result;
  } catch (error) {
    end({ failed: true });
    throw error;
  }
}

/**
 * Sends a request to somebody else as a span of the trace in progress, if there is one. `send` gets the headers that
 * let the receiver continue the trace.
 */
export async function sentWithin<Result>(
  name: string,
  send: (headers: Readonly<Record<string, string>>) => Promise<Result>,
  outcome?: (result: Result) => { facts?: SpanFacts; failed?: boolean },
): Promise<Result> {
  const outer = currentRecording();
  if (!outer) return send({});
  const place = { traceId: outer.place.traceId, spanId: outer.newSpanId() };
  const of = { name, kind: 'sent', parentId: outer.place.spanId, facts: {}, outcome } as const;
  return recorded({ ...outer, place }, of, () => send({ traceparent: writePlace(place) }));
}
