import * as z from 'zod';
import { actionCatalogue } from '../actions/action-catalogue.ts';
import { refusalOnTrigger } from '../actions/define-action.ts';
import { branchesOfDecisions } from '../actions/shared/decision-type.ts';
import { edgeTypes, nodeTypes, triggerSchema } from '../definition/definition-schema.ts';
import { runStatuses } from '../definition/run-lifecycle.ts';
import { stepStatuses, workflowStatuses } from '../definition/statuses.ts';
import { triggers, triggerTypes } from '../definition/triggers.ts';
import { OUTPUTS_OF_NODES } from '../engine/node-outputs.ts';
import { fieldTypes, triggersWith } from '../fields/define-field.ts';
import { eventVariables, triggersOf } from '../fields/event-variables.ts';
import { fieldCatalogue } from '../fields/field-catalogue.ts';
import { messageVariables } from '../fields/message-variables.ts';
import { conditionSchema } from '../filters/condition-schema.ts';
import { operators, operatorsFor } from '../filters/operators.ts';
import type { JsonObject } from '../json.ts';
import { problemCodes } from '../validation/problem.ts';

/**
 * What GET /v1/workflows/schema serves: triggers, actions with their config schemas, filter fields with their
 * operators, types and statuses (specification 4.6). Every part is read off the values that do the work.
 */
export function workflowSchema() {
  return {
    nodeTypes,
    edgeTypes,
    triggerTypes,
    workflowStatuses,
    runStatuses,
    stepStatuses,
    fieldTypes,
    triggers: triggers.map((trigger) => ({
      key: trigger.key,
      triggerType: trigger.type,
      title: trigger.title,
      creatable: trigger.type === 'event',
      synchronous: trigger.synchronous,
      entities: trigger.entities,
      directions: trigger.directions,
      requiredParameters: trigger.required,
      parametersSchema: jsonSchema(
        triggerSchema.pick(
          Object.fromEntries([...trigger.required, ...trigger.optional].map((name) => [name, true])) as {
            [name in keyof typeof triggerSchema.shape]?: true;
          },
        ),
      ),
    })),
    actions: actionCatalogue().map((action) => ({
      key: action.key,
      title: action.title,
      configSchema: jsonSchema(action.config),
      entities: action.needs,
      triggers: triggers
        .filter((trigger) => refusalOnTrigger(action, trigger) === undefined)
        .map(({ key }) => key),
      synchronous: action.synchronous,
      background: action.effect === 'work',
      edgeType: action.branching ? 'decision' : 'default',
      outputs: { ...action.outputs },
    })),
    nodeOutputs: { filter: { ...OUTPUTS_OF_NODES.filter }, switch: { ...OUTPUTS_OF_NODES.switch } },
    decisionBranches: Object.fromEntries(
      Object.entries(branchesOfDecisions).map(([type, branches]) => [type, [...branches]]),
    ),
    conditionSchema: jsonSchema(conditionSchema),
    operators: operators.map((operator) => ({
      key: operator.key,
      title: operator.title,
      values: Object.fromEntries(
        Object.entries(operator.operands).map(([type, schema]) => [
          type,
          schema === undefined ? null : jsonSchema(schema),
        ]),
      ),
    })),
    filterFields: fieldCatalogue.map((field) => ({
      key: field.key,
      entity: field.entity,
      type: field.type,
      hasKeysBelow: field.open,
      operators: operatorsFor(field.type).map(({ key }) => key),
      triggers: triggersWith(field.entity).map(({ key }) => key),
    })),
    eventVariables: eventVariables.map((variable) => ({
      path: variable.path,
      type: variable.type,
      hasKeysBelow: variable.open,
      triggers: triggersOf(variable).map(({ key }) => key),
    })),
    messageVariables: messageVariables.map(({ path, type, entities, sources }) => ({
      ...{ path, type, entities, sources },
    })),
    problemCodes,
  };
}

/** JSON Schema of what a caller sends: defaults are not required. */
function jsonSchema(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject;
}
