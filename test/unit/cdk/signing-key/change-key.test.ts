import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { CallAws } from '../../../../cdk/aws-cli.ts';
import { changeKey, findSigningSecret } from '../../../../cdk/signing-key/change-key.ts';
import type { Shop } from '../../../../lib/operations/shops/index.ts';
import { secretsOf, shopSecret } from '../../../../lib/operations/shops/shop-secrets.ts';
import { readSigningKeys, type SigningKeys } from '../../../../lib/platform/core/signing-keys.ts';
import { SECRET_KEPT_MS } from '../../../../lib/platform/runtime/index.ts';
import { type Hook, hookSecret, hookSecrets } from '../../../../lib/reactions/automations/hooks/hook.ts';
import { destinationHeaders, destinationSecret } from '../../../../lib/reactions/notifications/index.ts';
import { endpointSecret, signedHeaders } from '../../../../lib/reactions/webhooks/index.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-27T09:00:00.000Z');

/** An account whose secret has this text since a time long ago. */
function account(text: string) {
  let kept = { text, at: NOW - 60 * MINUTE_MS };
  const at = { nowMs: NOW };
  const call: CallAws = async (_, operation, options = {}) => {
    expect(options['secret-id']).toBe('arn:secret');
    if (operation === 'put-secret-value') kept = { text: String(options['secret-string']), at: at.nowMs };
    return { SecretString: kept.text, CreatedDate: kept.at / 1_000 };
  };
  const take = (step: 'add' | 'show' | 'drop') =>
    changeKey(call, 'arn:secret', { step, created: 'new', nowMs: at.nowMs });
  return { take, at, text: () => kept.text };
}

describe('47 3.3 the key of webhook secrets', () => {
  it('is changed in three steps, and no message is signed in a way that a receiver does not know', async () => {
    const { take, at, text } = account('old');
    const endpoint = { organizationId: 'org_1', id: 'whe_1', secretGeneration: 1, olderSecrets: [] };
    const states: SigningKeys[] = [readSigningKeys(text())];
    /** Secrets that a receiver may have entered: all that were shown since the key before was dropped. */
    let shown = [endpointSecret('old', endpoint, 1)];
    for (const step of ['add', 'show', 'drop'] as const) {
      at.nowMs += 11 * MINUTE_MS;
      await take(step);
      states.push(readSigningKeys(text()));
      // Some functions have read the keys after this step, others only those before it.
      const instances = states.slice(-2);
      for (const [key] of instances) shown.push(endpointSecret(key, endpoint, 1));
      if (step === 'drop') shown = [endpointSecret('new', endpoint, 1)];
      for (const keys of instances) {
        const headers = signedHeaders(keys, endpoint, { id: 'msg_1', body: '{}' }, Date.now());
        for (const secret of shown) new Webhook(secret).verify('{}', { ...headers });
      }
    }
    expect(states).toEqual([['old'], ['old', 'new'], ['new', 'old'], ['new']]);
  });

  it('is changed for destinations, workflows and shops as well: what was shown signs and is accepted all the time', async () => {
    const { take, at, text } = account('old');
    const clock = { now: Date.now };
    const destination = { organizationId: 'org_1', id: 'dst_1' };
    const message = { organizationId: 'org_1', destinationId: 'dst_1', id: 'ntf_1' };
    const hook: Hook = { workflowId: 'wf_1', ownerId: 'org_1', generation: 1, previousUntil: null };
    const shop = {
      organizationId: 'org_1',
      id: 'shp_1',
      secretGeneration: 1,
      previousSecretUntil: null,
      hasOwnSecret: false,
    } as Shop;
    const store = { read: () => Promise.reject(new Error('The shop has no secret of its own.')) } as never;
    let shown = ['old'];
    for (const step of ['add', 'show', 'drop'] as const) {
      const before = readSigningKeys(text());
      at.nowMs += 11 * MINUTE_MS;
      await take(step);
      if (step === 'drop') shown = ['new'];
      for (const keys of [before, readSigningKeys(text())]) {
        shown = [...new Set([...shown, keys[0]])];
        const signingKeys = () => Promise.resolve(keys);
        const headers = await destinationHeaders(clock as never, signingKeys)(message as never, '{}');
        const accepted = await secretsOf({ signingKeys, store }, shop, NOW);
        for (const key of step === 'drop' ? ['new'] : shown) {
          new Webhook(destinationSecret(key, destination)).verify('{}', { ...headers });
          expect(hookSecrets(keys, hook, NOW)).toContain(hookSecret(key, hook, 1));
          expect(accepted).toContain(shopSecret(key, shop, 1));
        }
      }
    }
    // The key that may have leaked is accepted nowhere any more.
    const left = readSigningKeys(text());
    expect(hookSecrets(left, hook, NOW)).toEqual([hookSecret('new', hook, 1)]);
    const signingKeys = () => Promise.resolve(left);
    expect(await secretsOf({ signingKeys, store }, shop, NOW)).toEqual([shopSecret('new', shop, 1)]);
  });

  it('is left alone by a step that is not its turn, or that comes before functions have read the last one', async () => {
    const { take, at, text } = account('old');
    await expect(take('show')).rejects.toThrow('the next step is "add"');
    await expect(take('drop')).rejects.toThrow('the next step is "add"');
    await take('add');
    await expect(take('add')).rejects.toThrow('the next step is "show"');
    await expect(take('show')).rejects.toThrow('Wait 10 more minutes');
    at.nowMs += 2 * SECRET_KEPT_MS;
    await take('show');
    const before = text();
    await expect(take('show')).rejects.toThrow('the next step is "drop"');
    expect(text()).toBe(before);
  });

  it('is found in the stack that keeps it', async () => {
    const resource = (ResourceType: string, LogicalResourceId: string, PhysicalResourceId: string) => ({
      ...{ ResourceType, LogicalResourceId, PhysicalResourceId },
    });
    const call = async () => ({
      StackResources: [
        resource('AWS::DynamoDB::Table', 'Table1', 'table'),
        resource('AWS::SecretsManager::Secret', 'WebhookSigningA1B2', 'arn:secret'),
      ],
    });
    expect(await findSigningSecret(call, 'delivery-prod-retained')).toBe('arn:secret');
    await expect(findSigningSecret(async () => ({ StackResources: [] }), 'x')).rejects.toThrow(
      'no signing secret',
    );
  });
});
