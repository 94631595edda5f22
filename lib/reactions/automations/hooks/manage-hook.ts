import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { workflowHookUrl } from '../../../platform/core/links.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { SigningKeys } from '../../../platform/core/signing-keys.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace } from '../../../platform/table/index.ts';
import { noHook, workflowNotFound } from '../refusals.ts';
import { workflowEntity } from '../workflow.ts';
import { type Hook, hookEntity, hookSecret, OVERLAP_MS } from './hook.ts';

/** What hooks need: the keys from which their secrets are derived. */
export interface HookDeps extends CoreDeps {
  readonly signingKeys: () => Promise<SigningKeys>;
}

/** Address of a workflow's webhooks, and the secret that authenticates them. */
export interface ShownHook {
  readonly url: string;
  readonly secret: string;
  readonly previousSecretUntil: string | null;
}

/** The address and the secret of a workflow with a webhook trigger. */
export async function readHook(
  deps: HookDeps,
  organizationId: string,
  workflowId: string,
): Promise<ShownHook | Refusal> {
  const stored = await findHook(deps, organizationId, workflowId);
  return isRefusal(stored) ? stored : show(deps, stored.value);
}

/** Rotates the secret of the hook; the previous one is accepted for another day. */
export async function rotateHook(
  deps: HookDeps,
  organizationId: string,
  workflowId: string,
): Promise<ShownHook | Refusal> {
  const stored = await findHook(deps, organizationId, workflowId);
  if (isRefusal(stored)) return stored;
  const next: Hook = {
    ...stored.value,
    generation: stored.value.generation + 1,
    previousUntil: toInstant(deps.clock.now() + OVERLAP_MS),
  };
  if ((await deps.table.write([replace(hookEntity, stored, next)])).ok) return show(deps, next);
  return lostRace({ what: 'workflow', id: workflowId });
}

async function findHook({ table }: HookDeps, organizationId: string, workflowId: string) {
  const workflow = await table.get(workflowEntity, { organizationId, id: workflowId });
  if (!workflow) return workflowNotFound(`There is no workflow "${workflowId}".`, { id: workflowId });
  const { triggerType } = workflow.value.trigger;
  const stored = await table.get(hookEntity, { workflowId });
  if (stored && triggerType === 'webhook') return stored;
  return noHook(
    `The workflow has the trigger "${triggerType}", not "webhook". Give it a webhook trigger first.`,
    {
      id: workflowId,
    },
  );
}

async function show({ signingKeys }: HookDeps, hook: Hook): Promise<ShownHook> {
  const [shown] = await signingKeys();
  return {
    url: workflowHookUrl(hook.workflowId),
    secret: hookSecret(shown, hook, hook.generation),
    previousSecretUntil: hook.previousUntil,
  };
}
