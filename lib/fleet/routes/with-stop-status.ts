import { withHistoryEntry } from './status-history.ts';
import { MAX_STOP_HISTORY, type Stop } from './stop.ts';
import type { StopStatus } from './stop-lifecycle.ts';

/** The stop in another status, with its times and its history. */
export function withStopStatus(stop: Stop, status: StopStatus, at: string, reason?: string): Stop {
  const entry = { created_at: at, status, ...(reason === undefined ? {} : { status_description: reason }) };
  return {
    ...stop,
    status,
    statusDescription: reason ?? null,
    statusHistory: withHistoryEntry(stop.statusHistory, entry, MAX_STOP_HISTORY),
    startedAt: status === 'PENDING' ? null : (stop.startedAt ?? at),
    ...(status === 'IN_PROGRESS' ? { arrivalTime: at } : {}),
    ...(status === 'COMPLETED' || status === 'FAILED' ? { departTime: at } : {}),
  };
}
