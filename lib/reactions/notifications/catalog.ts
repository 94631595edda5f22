import { parameterSchemas } from './parameter-schemas.ts';
import { CONDITION_OPERATORS } from './triggers/meets-conditions.ts';
import { catalogValueOf, triggerTypes } from './types/index.ts';

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
    triggers: triggerTypes().map((one) => ({
      type: one.type,
      title: one.title,
      value: catalogValueOf(one),
      entityType: one.entityType,
      category: one.entityType,
      isFlag: one.actions.includes('flag_delivery'),
      creatable: one.creatable ?? true,
      description: one.description,
      statuses: [...one.statuses],
      parametersSchema: one.creatable === false ? {} : { ...parameterSchemas[one.type] },
      supportedActions: [...one.actions],
      supportedFilters: [...one.filters],
    })),
  };
}
