import { changeWatchers } from '../../lib/platform/changes/index.ts';
import type { Listeners } from '../../lib/platform/events/index.ts';
import { workflowListeners } from '../../lib/reactions/automations/index.ts';
import { triggerListeners } from '../../lib/reactions/notifications/index.ts';
import { endpointListeners } from '../../lib/reactions/webhooks/index.ts';

/** Whose settings decide to which events an organization listens. */
export const eventListeners: readonly Listeners[] = Object.freeze([
  workflowListeners,
  triggerListeners,
  endpointListeners,
  changeWatchers,
]);
