import * as z from 'zod';
import { type KeyStep, stepKeys } from '../../lib/platform/core/signing-keys.ts';
import { SECRET_KEPT_MS } from '../../lib/platform/runtime/index.ts';
import type { CallAws } from '../aws-cli.ts';

/** Until a function has read the last step, and what it began with the keys before is done. Milliseconds. */
const BETWEEN_STEPS_MS = 2 * SECRET_KEPT_MS;

const KEPT = z.object({
  SecretString: z.string(),
  /** Seconds since the epoch, or an instant: the CLI's settings decide. */
  CreatedDate: z.union([z.number(), z.string()]),
});

/**
 * Takes one step of changing the key from which webhook secrets are derived. Throws when it is not this step's turn, or too
 * early: a function may still work with the keys before. `created` is the new key of the step `add`.
 */
export async function changeKey(
  call: CallAws,
  secretId: string,
  { step, created, nowMs }: { readonly step: KeyStep; readonly created: string; readonly nowMs: number },
): Promise<void> {
  const kept = KEPT.parse(await call('secretsmanager', 'get-secret-value', { 'secret-id': secretId }));
  const next = stepKeys(kept.SecretString, step, created);
  const changedMs =
    typeof kept.CreatedDate === 'number' ? kept.CreatedDate * 1_000 : Date.parse(kept.CreatedDate);
  const leftMs = changedMs + BETWEEN_STEPS_MS - nowMs;
  if (leftMs > 0)
    throw new Error(
      `Wait ${Math.ceil(leftMs / 60_000)} more minutes: functions may still work with the keys before the last step.`,
    );
  await call('secretsmanager', 'put-secret-value', { 'secret-id': secretId, 'secret-string': next });
}

const RESOURCES = z.object({
  StackResources: z.array(
    z.object({
      ResourceType: z.string(),
      LogicalResourceId: z.string(),
      PhysicalResourceId: z.string().optional(),
    }),
  ),
});

/** The ARN of the secret in the stack that keeps it. */
export async function findSigningSecret(call: CallAws, stackName: string): Promise<string> {
  const reply = await call('cloudformation', 'describe-stack-resources', { 'stack-name': stackName });
  const found = RESOURCES.parse(reply).StackResources.find(
    ({ ResourceType, LogicalResourceId }) =>
      ResourceType === 'AWS::SecretsManager::Secret' && LogicalResourceId.startsWith('WebhookSigning'),
  );
  if (!found?.PhysicalResourceId) throw new Error(`The stack ${stackName} has no signing secret.`);
  return found.PhysicalResourceId;
}
