import { describe, expect } from 'vitest';
import { act, chain, when } from '../support/automations.ts';
import { scenario } from '../support/scenario.ts';

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly validationErrors: Readonly<Record<string, string>>;
}

describe('4.6.10, in the functions as they are deployed', () => {
  scenario('workflows run inside the request, and rules of dispatch are read', async ({ local, story }) => {
    const workflow = (eventName: string, nodes: Parameters<typeof chain>[0]) =>
      story.call('POST', '/v1/workflows', {
        name: eventName,
        status: 'active',
        ...chain(nodes),
        trigger: { triggerType: 'event', eventName },
      });
    await workflow('order.creating', [act('add_tag', { tag: 'checked' })]);
    await workflow('order.validating', [
      when('noEmail', { field: 'order.dropoffEmail', operator: 'is_missing' }),
      act('add_validation_error', {
        field: 'dropoffEmail',
        message: '{{order.dropoffFirstName}} needs an address.',
      }),
    ]);
    const made = (await story.order({ dropoffEmail: null })) as unknown as Answered;
    expect(made).toMatchObject({
      status: 'needs_attention',
      tags: ['checked'],
      validationErrors: { dropoffEmail: 'Ada needs an address.' },
    });
    const mended = await story.call<Answered>('PATCH', `/v1/order/${made.id}`, {
      dropoffEmail: 'ada@example.com',
    });
    expect(mended).toMatchObject({ status: 'valid', validationErrors: {} });

    const optionsGroupId = await story.strategy(['FleetSimulatorFast']);
    const rules = (field: string) => ({
      rules: [
        { label: 'Dear', conditions: [{ field, operator: 'greater_than', value: 10 }], optionsGroupId },
      ],
    });
    const path = '/v1/dispatch_rules';
    const refused = await local.request<{ error: { message: string } }>('PUT', path, {
      key: story.key,
      body: rules('package.valu'),
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('rules.0.conditions');
    await story.call('PUT', path, rules('package.value'));
  });
});
