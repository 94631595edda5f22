import type { PayloadOf } from '../../../engines/workflows/index.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { planMessages, storeMessages } from '../../notifications/index.ts';
import { gatherContext } from '../runs/run-context.ts';
import { runMessageDue } from '../runs/run-events.ts';
import { composers, type MessageKey } from './compose-messages.ts';

/**
 * Hands a message of a run to the notifications: one per recipient, with an id derived from the run's step,
 * so that repetition creates none twice. The deny list is checked when it is sent.
 */
export async function sendRunMessage(deps: CoreDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  const { effectKey, action, payload, orderId, jobId } = runMessageDue.parse(record).data;
  const [organization, { context }, addressed] = await Promise.all([
    readOrganization(deps, organizationId),
    gatherContext(deps.table, organizationId, { orderId, jobId }),
    compose(deps, organizationId, action, payload),
  ]);
  const message = {
    organizationId,
    key: effectKey,
    jobId,
    orderId,
    context,
    nowMs: deps.clock.now(),
    listShards: organization.value.listShards,
  };
  const planned = addressed.flatMap((one) => planMessages({ ...message, ...one }));
  await storeMessages(deps, planned, message.nowMs);
}

function compose<Key extends MessageKey>(
  deps: CoreDeps,
  organizationId: string,
  action: Key,
  payload: PayloadOf<Key>,
) {
  return composers[action](deps, organizationId, payload);
}
