import { type Effect, effectKeyOf } from './run.ts';

/** Reserved key of `validationErrors` for a validation workflow that could not decide (specification 4.6.10). */
const WORKFLOW_VALIDATION = 'workflowValidation';

/** Used where other effects name their node; no node key can start with it. */
const NO_NODE = '!workflowValidation';

/** Whether an effect says that its run could not decide. */
export function isUndecided({ nodeKey }: Effect): boolean {
  return nodeKey === NO_NODE;
}

/**
 * Keeps an order from passing when a workflow on `order.validating` cannot run or cannot evaluate a condition: an error
 * under the reserved key that names the workflow. Once per run, however many failures it has. `runDepth` is the
 * `chainDepth` of the run.
 */
export function failClosedEffect(runId: string, workflowName: string, runDepth = 0): Effect {
  return {
    key: effectKeyOf(runId, NO_NODE),
    nodeKey: NO_NODE,
    action: 'add_validation_error',
    background: false,
    target: null,
    payload: {
      field: WORKFLOW_VALIDATION,
      message: `The validation workflow "${workflowName}" could not be evaluated.`,
    },
    chainDepth: runDepth + 1,
  };
}
