import { parameterSchemas } from './parameter-schemas.ts';
import { CONDITION_OPERATORS } from './triggers/meets-conditions.ts';
import type { TriggerType } from './types/define-trigger-type.ts';
import { triggerTypes } from './types/index.ts';

/** The catalogue of triggers (specification 2.8, contract-facts 8.2), from the trigger types themselves. */
export function notificationCatalog() {
  return {
    filterCriteria: {
      dispatch_strategies: {
        field: 'optionsGroupIds',
        valueType: 'id_list',
        listEndpoint: '/v1/options_group',
        operators: ['in'],
        nodeShape: null,
        description: 'Only jobs and orders of these dispatch strategies.',
      },
      contracts: {
        field: 'contractIds',
        valueType: 'id_list',
        listEndpoint: '/v1/fleet/driver-groups',
        operators: ['in'],
        nodeShape: null,
        description: 'Only deliveries on routes of these driver groups.',
      },
      zones: {
        field: 'zoneIds',
        valueType: 'id_list',
        listEndpoint: '/v1/zones/query',
        operators: ['in'],
        nodeShape: null,
        description: 'Only dropoffs within these zones.',
      },
      metadata_conditions: {
        field: 'conditionalLogic',
        valueType: 'condition_tree',
        listEndpoint: null,
        operators: [...CONDITION_OPERATORS],
        nodeShape: '{field, operator, value} or {operator: AND|OR, conditions}',
        description: 'Conditions on the metadata of the job and the order.',
      },
    },
    actions: [
      { key: 'send_message', fields: ['notificationGroupIds', 'message'] },
      { key: 'flag_delivery', fields: ['flag'] },
      { key: 'auto_resolve_flag', fields: ['autoResolveFlag'] },
      { key: 'add_custom_event', fields: ['customEventName'] },
    ],
    triggers: triggerTypes.map(
      ({
        type,
        title,
        entityType,
        category,
        description,
        statuses,

        creatable,
        ...detection
      }) => ({
        type,
        title,
        value: `${type}|${title}`,
        entityType,
        category,
        isFlag: isFlagged(entityType),
        creatable: creatable ?? true,
        description,
        statuses: [...statuses],
        parametersSchema: { ...parameterSchemas[type] },
        supportedActions: [
          'send_message',
          ...(isFlagged(entityType) ? ['flag_delivery'] : []),
          ...(isFlagged(entityType) && isOngoing(detection) ? ['auto_resolve_flag'] : []),
          ...(entityType === 'route' || entityType === 'activity' ? [] : ['add_custom_event']),
        ],
        supportedFilters: ['dispatch_strategies', 'contracts', 'zones', 'metadata_conditions'],
      }),
    ),
  };
}

/** Whether firing can flag a delivery. */
function isFlagged(entityType: TriggerType['entityType']): boolean {
  return entityType === 'delivery' || entityType === 'task';
}

/** A lasting condition that may pass: its flag can be resolved when the delivery recovers. */
function isOngoing({ holds, judge }: Pick<TriggerType, 'holds' | 'judge'>): boolean {
  return holds !== undefined || judge !== undefined;
}
