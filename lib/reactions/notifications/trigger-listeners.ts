import type { Listeners } from '../../platform/events/index.ts';
import type { Aggregate } from '../../platform/table/index.ts';
import { settingsPartition } from './destinations/destination.ts';
import { triggerEntity } from './triggers/trigger.ts';

/** Enabled notification triggers, by their types. */
export const triggerListeners: Listeners = Object.freeze({
  name: 'notification triggers',
  partition: settingsPartition,
  hear: (settings: Aggregate) => {
    const enabled = settings.all(triggerEntity).filter(({ value }) => value.enabled);
    const types = new Set(enabled.map(({ value }) => value.type));
    return (type: string) => types.has(type);
  },
});
