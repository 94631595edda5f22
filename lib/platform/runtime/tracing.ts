import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type Recording, readPlace, recorded, type Span } from '../core/span.ts';
import type { Received } from './received.ts';
import { sendSegments } from './send-segments.ts';

/** Environment variable with the share of traces that are recorded, in percent. Absent or 0 = none. */
export const TRACE_VARIABLE = 'TRACE_PERCENT';

/** Records some of the traces. */
export interface Tracer {
  /** Does the work, and records it if its trace is one of those that are recorded. */
  traced<Result>(received: Received<Result>, work: () => Promise<Result>): Promise<Result>;
}

/** What a tracer that records takes. */
export interface TracerDeps {
  readonly percent: number;
  readonly clock: Clock;
  /** This many random bytes, as hexadecimal digits. */
  readonly random: (bytes: number) => string;
  /** Stores what was recorded. */
  readonly store: (spans: readonly Span[]) => Promise<void>;
  readonly log: Log;
}

/** The tracer that the installation's settings ask for, if they do. */
export function tracerFromEnvironment(log: Log): Tracer | undefined {
  const percent = Number(process.env[TRACE_VARIABLE] ?? 0);
  if (!(percent > 0)) return undefined;
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  return createTracer({ percent, clock: systemClock, random, store: sendSegments, log });
}

/**
 * Records the share of traces that is asked for. Whether a trace is recorded follows from the last digits of its id, so
 * that every function decides alike, and a caller who looks for a mistake can have its own request recorded by them.
 */
export function createTracer({ percent, clock, random, store, log }: TracerDeps): Tracer {
  const now = () => clock.now();
  const newSpanId = () => random(8);
  return {
    async traced({ kind, name, from, organizationId, facts, outcome }, work) {
      const parent = readPlace(from);
      const traceId = parent?.traceId ?? (kind === 'request' ? newTraceId(now(), random) : undefined);
      if (traceId === undefined || !isRecorded(traceId, percent)) return work();
      const recording: Recording = { place: { traceId, spanId: newSpanId() }, spans: [], now, newSpanId };
      try {
        return await recorded(
          recording,
          {
            name,
            kind: 'received',
            parentId: parent?.spanId,
            facts: { organization: organizationId, ...facts },
            outcome,
          },
          work,
        );
      } finally {
        // What is done is done: a trace that is not stored changes nothing about it.
        await store(recording.spans).catch((error: unknown) =>
          log.warn('trace.not-stored', 'A trace could not be stored.', { reason: String(error) }),
        );
      }
    },
  };
}

/** X-Ray reads the first eight digits as seconds since the epoch. */
function newTraceId(nowMs: number, random: (bytes: number) => string): string {
  const seconds = Math.floor(nowMs / 1000);
  return `${seconds.toString(16).padStart(8, '0')}${random(12)}`;
}

const DIGITS = 8;

/** By the last digits of the id, which W3C wants to be random. */
export function isRecorded(traceId: string, percent: number): boolean {
  return Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < percent / 100;
}
