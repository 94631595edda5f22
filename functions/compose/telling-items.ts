import type { Telling } from '../../lib/platform/events/index.ts';
import { tellingTimers } from '../../lib/platform/timers/index.ts';

/** Every kind of items that are events themselves. */
export const tellingItems: readonly Telling[] = Object.freeze([tellingTimers]);
