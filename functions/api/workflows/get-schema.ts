import * as z from 'zod';
import {
  edgeTypes,
  nodeTypes,
  runStatuses,
  stepStatuses,
  triggerTypes,
  workflowSchema,
  workflowStatuses,
} from '../../../lib/engines/workflows/index.ts';
import { defineWorkflowEndpoint } from './deps.ts';

export const getWorkflowSchema = defineWorkflowEndpoint({
  name: 'getWorkflowSchema',
  method: 'GET',
  path: '/v1/workflows/schema',
  area: 'Workflows',
  summary: 'List the building blocks of workflows',
  description:
    'Triggers with their parameters, actions with the JSON Schema of their settings, filter fields with their ' +
    'operators, variables of messages, and every type, status and problem code. `eventVariables` come with what started ' +
    'the run: `custom_event.payload.x` is the key `x` of the payload of a custom event, and `trigger_metadata.x` the key `x` ' +
    'of the input of a run by hand, or of the data of a route, a refund request, an incident or an optimization.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  reply: z.looseObject({
    nodeTypes: z.array(z.string()),
    edgeTypes: z.array(z.string()),
    triggerTypes: z.array(z.string()),
    workflowStatuses: z.array(z.string()),
    runStatuses: z.array(z.string()),
    stepStatuses: z.array(z.string()),
    triggers: z.array(z.looseObject({ key: z.string(), title: z.string() })),
    actions: z.array(z.looseObject({ key: z.string(), title: z.string() })),
    operators: z.array(z.looseObject({ key: z.string(), title: z.string() })),
    filterFields: z.array(z.looseObject({ key: z.string(), type: z.string() })),
    eventVariables: z.array(z.looseObject({ path: z.string(), type: z.string() })),
  }),
  replyExample: {
    nodeTypes: [...nodeTypes],
    edgeTypes: [...edgeTypes],
    triggerTypes: [...triggerTypes],
    workflowStatuses: [...workflowStatuses],
    runStatuses: [...runStatuses],
    stepStatuses: [...stepStatuses],
    triggers: [{ key: 'order.created', title: 'Order created' }],
    actions: [{ key: 'add_tag', title: 'Add a tag' }],
    operators: [{ key: 'is_set', title: 'Is set' }],
    filterFields: [{ key: 'order.tags', type: 'list' }],
    eventVariables: [{ path: 'custom_event.payload', type: 'json' }],
  },
  refusals: [],
  handle: () => JSON.parse(JSON.stringify(workflowSchema())),
});
