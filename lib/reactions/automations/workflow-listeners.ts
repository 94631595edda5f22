import type { Listeners } from '../../platform/events/index.ts';
import type { Aggregate } from '../../platform/table/index.ts';
import { listenersPartition, workflowListenerEntity } from './workflow.ts';

/** Active workflows, by the event of their trigger. */
export const workflowListeners: Listeners = Object.freeze({
  name: 'workflows',
  partition: listenersPartition,
  hear: (settings: Aggregate) => {
    const isListening = settings.all(workflowListenerEntity).length > 0;
    return () => isListening;
  },
});
