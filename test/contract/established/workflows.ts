import { z } from 'zod';
import { flag, flags, oneOf, record, records, shape, text, texts, whole } from './values.ts';

export const workflowEdgeType = oneOf`default success negative`;

export const workflowEdgeInput = shape(
  { ...texts`edgeKey sourceNodeKey targetNodeKey`, executionOrder: whole },
  { edgeType: workflowEdgeType },
);

export const workflowNodeAction = oneOf`
  dispatch_strategy optimization_strategy modify_order_price_or_tip add_tag flag_delivery send_email
  send_sms send_slack agent_call summarize extract_metadata_field add_requirements auto_reassign
  emit_custom_event browser_automation cancel_delivery send_teams_channel_message cancel_order
  remove_order_from_route
`;

export const workflowNodeType = oneOf`trigger action filter switch subgraph agent_invoke`;

export const workflowNodeInput = shape(
  { nodeType: workflowNodeType, nodeKey: text },
  {
    nodeAction: workflowNodeAction,
    nodeActionConfig: record,
    nodeFilterConfig: z.array(record),
    nodeLabel: text,
    ...flags`isEnabled isTrigger`,
  },
);

export const workflowStatus = oneOf`draft active inactive archived template`;

export const workflowTriggerType = oneOf`manual webhook cron event subgraph`;

export const workflowTriggerInput = shape(
  { triggerType: workflowTriggerType },
  { ...texts`eventTriggerType eventName`, notificationTriggerParameters: record, isEnabled: flag },
);

export const workflowInput = shape(
  {
    name: text,
    nodes: z.array(workflowNodeInput),
    edges: z.array(workflowEdgeInput),
    trigger: workflowTriggerInput,
  },
  { description: text, status: workflowStatus },
);

export const setWorkflowStatus = shape({ status: workflowStatus });

export const triggerWorkflow = shape(
  { sync: flag.optional() },
  { jobId: text, ...records`entityRefs input` },
);

export const updateWorkflowInput = shape(
  {},
  {
    ...texts`name description`,
    status: workflowStatus,
    nodes: z.array(workflowNodeInput),
    edges: z.array(workflowEdgeInput),
    trigger: workflowTriggerInput,
  },
);
