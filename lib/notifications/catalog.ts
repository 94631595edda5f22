import * as z from 'zod';
import { CONDITION_OPERATORS } from './triggers/meets-conditions.ts';
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
      metadata_conditions: {
        field: 'conditionalLogic',
        valueType: 'condition_tree',
        listEndpoint: null,
        operators: [...CONDITION_OPERATORS],
        nodeShape: '{field, operator, value} or {operator: AND|OR, conditions}',
        description: 'Conditions on the metadata of the job and the order.',
      },
    },
    actions: [{ key: 'send_message', fields: ['notificationGroupIds', 'message'] }],
    triggers: triggerTypes.map(
      ({ type, title, entityType, category, description, statuses, parameters }) => ({
        type,
        title,
        value: `${type}|${title}`,
        entityType,
        category,
        isFlag: false,
        creatable: true,
        description,
        statuses: [...statuses],
        parametersSchema: z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Record<
          string,
          unknown
        >,
        supportedActions: ['send_message'],
        supportedFilters: ['dispatch_strategies', 'metadata_conditions'],
      }),
    ),
  };
}
