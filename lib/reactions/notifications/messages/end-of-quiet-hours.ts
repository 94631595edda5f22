import type { Destination } from '../destinations/destination.ts';
import { endOfLocalHours } from './end-of-local-hours.ts';

/** When a message that is due at `dueMs` may be sent: then, or at the end of the quiet hours. */
export function endOfQuietHours(quiet: Destination['quietHours'], dueMs: number): number {
  return quiet ? endOfLocalHours(quiet, dueMs) : dueMs;
}
