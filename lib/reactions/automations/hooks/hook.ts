import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { SigningKeys } from '../../../platform/core/signing-keys.ts';
import { create, defineEntity, type Operation, type Table } from '../../../platform/table/index.ts';
import type { Workflow } from '../workflow.ts';

/** A webhook names the workflow's id, not its organization, so hooks are stored outside of organizations. */
const OUTSIDE = '-';

/** How long the previous secret is accepted after a rotation, in milliseconds. */
export const OVERLAP_MS = 24 * 3_600_000;

const schema = z.object({
  workflowId: z.string(),
  /** Organization of the workflow. */
  ownerId: z.string(),
  /** Number of secrets that the hook has had; the current one is derived from it. */
  generation: z.int(),
  /** Time until which the previous secret is accepted as well. */
  previousUntil: z.string().nullable(),
});

/**
 * The address at which webhooks start a workflow. It contains no secret: the secret is derived from the service's key.
 */
export type Hook = z.infer<typeof schema>;

export const hookEntity = defineEntity<Hook, Pick<Hook, 'workflowId'>>({
  name: 'workflowHook',
  schema,
  partition: ({ workflowId }) => ({ organizationId: OUTSIDE, type: 'workflowHook', id: workflowId }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** The write that creates the hook of a workflow with a webhook trigger; none if the hook exists. */
export async function planHook(table: Table, next: Workflow): Promise<readonly Operation[]> {
  if (next.trigger.triggerType !== 'webhook') return [];
  const { organizationId: ownerId, id: workflowId } = next;
  if (await table.get(hookEntity, { workflowId })) return [];
  return [create(hookEntity, { workflowId, ownerId, generation: 1, previousUntil: null })];
}

/** The secret of one generation of a hook, `whsec_...`. */
export function hookSecret(signingKey: string, { workflowId, ownerId }: Hook, generation: number): string {
  const name = JSON.stringify(['workflow-hook', ownerId, workflowId, generation]);
  return `whsec_${createHmac('sha256', signingKey).update(name).digest('base64')}`;
}

/** Secrets that the hook accepts now, the current one first. */
export function hookSecrets(signingKeys: SigningKeys, hook: Hook, nowMs: number): readonly string[] {
  const overlaps = hook.previousUntil !== null && nowMs < Date.parse(hook.previousUntil);
  const generations = overlaps ? [hook.generation, hook.generation - 1] : [hook.generation];
  return signingKeys.flatMap((key) => generations.map((generation) => hookSecret(key, hook, generation)));
}
