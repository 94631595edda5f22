import { useEffect, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import type { OrderRow } from '../kit/types.ts';
import { problemOf } from '../kit/ui.tsx';
import type { Entities } from './workflow-values.ts';

/** An order whose values are shown while somebody edits, and on which the workflow is tested. */
export interface SampleOrder {
  readonly order: OrderRow | undefined;
  readonly pick: (order: OrderRow | undefined) => void;
  readonly entities: Entities | undefined;
  readonly problem: string;
}

/** A workflow that does nothing: a test of it says what variables read. */
const NOTHING = {
  nodes: [{ nodeKey: 'start', nodeType: 'trigger' }],
  edges: [],
  trigger: { triggerType: 'event', eventName: 'order.created' },
};

/** The sample order of a workflow, with the values of its variables. */
export function useSample(workflowId: string): SampleOrder {
  const [order, pick] = useState<OrderRow>();
  const [read, setRead] = useState<{ readonly of: string; readonly entities: Entities }>();
  const [problem, setProblem] = useState('');
  const id = order?.id;
  useEffect(() => {
    if (id === undefined) return;
    setProblem('');
    let isCurrent = true;
    change<{ entities: Entities }>('POST', `/v1/workflows/${workflowId}/test`, {
      orderId: id,
      definition: NOTHING,
    }).then(
      ({ entities }) => isCurrent && setRead({ of: id, entities }),
      (error) => isCurrent && setProblem(problemOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, workflowId]);
  return { order, pick, problem, entities: read && read.of === id ? read.entities : undefined };
}
