import { timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../../engines/workflows/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { isSignedBy } from '../../../platform/core/standard-signature.ts';
import { hookNotAccepted, workflowOff } from '../refusals.ts';
import { loadPlan } from '../runs/load-plan.ts';
import { newRun, runIdOf } from '../runs/new-run.ts';
import { queueRun } from '../runs/queue-run.ts';
import { runEntity } from '../runs/run.ts';
import { workflowEntity } from '../workflow.ts';
import { hookEntity, hookSecrets } from './hook.ts';
import type { HookDeps } from './manage-hook.ts';

/** A webhook as it was received. */
export interface IncomingHook {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string;
  /** The secret, if it is in the URL. */
  readonly token: string | undefined;
  readonly body: unknown;
}

/**
 * Starts the workflow of a webhook and returns the id of the run, the same one when the webhook is repeated
 * with the same `webhook-id` or `Idempotency-Key`. The reply does not reveal whether a workflow exists.
 */
export async function receiveHook(
  deps: HookDeps,
  workflowId: string,
  incoming: IncomingHook,
): Promise<{ readonly runId: string } | Refusal> {
  const { table, clock, ids, signingKeys } = deps;
  const hook = await table.get(hookEntity, { workflowId });
  const secrets = hook ? hookSecrets(await signingKeys(), hook.value, clock.now()) : [];
  if (!hook || !secrets.some((secret) => isProven(secret, incoming, clock.now()))) {
    return hookNotAccepted(
      'The webhook is not authenticated. Send the secret of the workflow, or sign the webhook with it.',
    );
  }
  const organizationId = hook.value.ownerId;
  const stored = await table.get(workflowEntity, { organizationId, id: workflowId });
  const trigger = stored?.value.trigger;
  const isOn = stored?.value.status === 'active' && trigger?.triggerType === 'webhook';
  if (!stored || !isOn || trigger.isEnabled === false) {
    return workflowOff('The workflow is not active, or it no longer has a webhook trigger.', {
      status: stored?.value.status ?? null,
    });
  }
  const { name: workflowName, version } = stored.value;
  const plan = await loadPlan(table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  const { headers } = incoming;
  const sent = headers['webhook-id'] ?? headers['idempotency-key'];
  const cause = `hook#${sent ?? ids.next('wfx')}`;
  const runId = runIdOf(workflowId, cause);
  if (await table.get(runEntity, { organizationId, id: runId })) return { runId };
  const row = newRun(
    {
      organizationId,
      plan,
      cause,
      startedBy: { type: 'webhook', name: 'webhook', eventId: null, by: null },
      mode: 'asynchronous',
      subject: {},
      triggerMetadata: metadataOf(incoming.body),
    },
    undefined,
    clock.now(),
  );
  if (isRefusal(row)) return row;
  // The same webhook arrived twice at once, and the other request was faster: this is its run.
  await table.write(queueRun(row));
  return { runId };
}

/** By signature (Standard Webhooks), by bearer token or by the token in the address. */
function isProven(secret: string, { headers, rawBody, token }: IncomingHook, nowMs: number): boolean {
  if (headers['webhook-signature'] !== undefined) return isSignedBy(secret, { headers, rawBody }, nowMs);
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, token].some((given) => given !== undefined && isSame(given, secret));
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What the run finds in `trigger_metadata`: the body, or `body` when it is not an object. */
function metadataOf(body: unknown): JsonObject {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return (isObject ? body : { body: body ?? null }) as JsonObject;
}
