import { describe, expect, test } from 'vitest';
import {
  action,
  anyOrder,
  anyWorkflow,
  codesOf,
  effectOf,
  problemsOf,
  runOnce,
  single,
  stepOf,
  tag,
} from '../builders.ts';

const email = (parts: Record<string, unknown> = {}) =>
  action('n', 'send_email', { to: 'a@example.com', subject: 'Hello', body: 'Hi', ...parts });

describe('4.6.14 message text', () => {
  test('variables are filled in, and nothing becomes empty text', () => {
    const node = email({
      to: '{{customer.email}}',
      subject: 'For {{customer.first_name}}',
      body: '[{{order.dropoffInstructions}}{{driver.name}}]',
    });
    expect(effectOf(runOnce(single(node)), 'n').payload).toEqual({
      recipients: [{ address: 'ada@example.com', key: 'wfx_1:n:0' }],
      subject: 'For Ada',
      body: '[]',
      checkDenyList: true,
      onceKey: null,
    });
  });

  test('a key that exists nowhere fails the step and nothing is sent', () => {
    const advanced = runOnce(single(email({ body: '{{order.orderMetadata.nope}}' })));
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'failed',
      reason: 'There is no variable "order.orderMetadata.nope".',
      missing: ['order.orderMetadata.nope'],
    });
    expect(advanced.effects).toEqual([]);
  });

  test('that key is the reason, also where the text it leaves empty would be one', () => {
    const step = stepOf(runOnce(single(email({ to: '{{order.orderMetadata.mail}}' }))), 'n');
    expect(step.reason).toBe('There is no variable "order.orderMetadata.mail".');
  });

  test('on other actions a key that exists nowhere is empty text', () => {
    const advanced = runOnce(single(tag('n', 'a{{order.orderMetadata.nope}}')));
    expect(effectOf(advanced, 'n').payload).toEqual({ add: ['a'] });
    expect(stepOf(advanced, 'n').missing).toEqual(['order.orderMetadata.nope']);
  });

  test('an unresolvable variable is refused at the node being edited, with the nearest match', () => {
    const workflow = single(email({ body: 'Hi {{customer.frist_name}}' }));
    expect(problemsOf(workflow)).toEqual([
      {
        code: 'variable.unknown',
        nodeKey: 'n',
        field: 'nodeActionConfig.body',
        message: 'At position 3: there is no variable "customer.frist_name".',
        suggestion: 'customer.first_name',
      },
    ]);
    expect(codesOf(workflow, { editedNodeKeys: ['n'] })).toEqual(['variable.unknown']);
    expect(codesOf(workflow, { editedNodeKeys: ['other'] })).toEqual([]);
  });

  test('so is one whose entity the trigger does not have, and one of a later node', () => {
    expect(codesOf(single(email({ body: '{{route.status}}' })))).toEqual(['variable.unavailable']);
    const workflow = anyWorkflow({
      nodes: [email({ body: '{{node_var_x__value}}' }), action('x', 'extract_metadata_field', { path: 'a' })],
      edges: ['start>n', 'n>x'],
    });
    expect(codesOf(workflow)).toEqual(['variable.order']);
    expect(codesOf(workflow, { editedNodeKeys: [] })).toEqual([]);
  });

  test('broken braces are refused at every save', () => {
    expect(problemsOf(single(email({ body: 'Hi {{customer' })), { editedNodeKeys: [] })).toMatchObject([
      {
        code: 'variable.syntax',
        message: 'At position 3: A variable is opened with "{{" but not closed with "}}".',
      },
    ]);
  });

  test('several addresses go out one by one, each once', () => {
    const advanced = runOnce(
      single(email({ to: 'a@example.com, b@example.com,a@example.com; {{customer.email}}' })),
    );
    expect(effectOf(advanced, 'n').payload.recipients).toEqual([
      { address: 'a@example.com', key: 'wfx_1:n:0' },
      { address: 'b@example.com', key: 'wfx_1:n:1' },
      { address: 'ada@example.com', key: 'wfx_1:n:2' },
    ]);
  });

  test.each([
    ['nobody', 'not a valid email address'],
    ['a@b', 'not a valid email address'],
    ['a@example.com, x y@z.de', 'not a valid email address'],
    ['{{order.dropoffInstructions}}', 'no email address'],
    [',;', 'no email address'],
    [Array.from({ length: 51 }, (_, index) => `a${index}@example.com`).join(','), 'limit is 50'],
  ])('to %s fails', (to, reason) => {
    const order = anyOrder({ description: to });
    const step = stepOf(
      runOnce(single(email({ to: to.length > 900 ? '{{order.description}}' : to })), { context: { order } }),
      'n',
    );
    expect(step.status).toBe('failed');
    expect(step.reason).toContain(reason);
  });

  test.each(['send_email', 'send_to_role', 'send_to_destinations'])(
    '41.3.3 a line break in the subject of %s is refused',
    (key) => {
      const more = { send_email: { to: 'a@example.com' }, send_to_role: { roleId: 'r1' } }[key] ?? {
        destinationIds: ['d1'],
      };
      for (const subject of ['a\nBcc: x@y.zz', 'a\rb', '\r\na {{order.id}}\r\nb']) {
        const codes = codesOf(single(action('n', key, { ...more, subject, body: 'Hi' })));
        expect(codes).toContain('action.config');
      }
    },
  );

  test('a line break cannot leave the subject', () => {
    const order = anyOrder({ description: 'a\r\nBcc: x@y.zz' });
    const advanced = runOnce(single(email({ subject: '{{order.description}}' })), { context: { order } });
    expect(effectOf(advanced, 'n').payload.subject).toBe('a Bcc: x@y.zz');
  });

  test.each([
    [
      'send_sms',
      { to: '{{customer.phone_number}}, +49 30 123456', body: 'Hi' },
      {
        recipients: [{ address: '+12125550100' }, { address: '+49 30 123456' }],
        body: 'Hi',
        checkDenyList: true,
      },
    ],
    ['send_slack', { channel: '#ops', body: 'Hi {{order.id}}' }, { channel: '#ops', body: 'Hi ord_1' }],
    ['send_teams_channel_message', { channel: 'c1', body: 'Hi' }, { channel: 'c1', body: 'Hi' }],
    ['send_to_role', { roleId: 'r1', body: 'Hi' }, { roleId: 'r1', subject: null, body: 'Hi' }],
    ['send_to_role', { roleId: 'r1', subject: '{{order.id}}', body: 'Hi' }, { subject: 'ord_1' }],
    [
      'send_to_destinations',
      { destinationIds: ['d1', 'd1', 'd2'] },
      { destinationIds: ['d1', 'd2'], subject: null, body: null },
    ],
    [
      'send_to_destinations',
      { destinationIds: ['d1'], subject: 'S', body: '{{order.id}}' },
      { subject: 'S', body: 'ord_1' },
    ],
  ])('%s %j', (slug, config, payload) => {
    expect(effectOf(runOnce(single(action('n', slug, config))), 'n').payload).toMatchObject(payload);
  });

  test.each([
    ['send_sms', { to: 'call me', body: 'Hi' }],
    ['send_sms', { to: '+12125550100', body: '{{order.dropoffInstructions}}' }],
    ['send_slack', { channel: '{{provider.chat_channel}}', body: 'Hi' }],
    ['send_slack', { channel: '#a', body: '{{order.dropoffInstructions}}' }],
  ])('%s %j fails', (slug, config) => {
    expect(stepOf(runOnce(single(action('n', slug, config))), 'n').status).toBe('failed');
  });

  test('roles and destinations must exist', () => {
    const environment = { roles: ['ops'], destinations: ['dest'] };
    const codes = (slug: string, config: Record<string, unknown>) =>
      problemsOf(single(action('n', slug, config)), environment);
    expect(codes('send_to_role', { roleId: 'opps', body: 'x' })).toMatchObject([
      { code: 'action.reference', suggestion: 'ops' },
    ]);
    expect(codes('send_to_destinations', { destinationIds: ['dest', 'dst'] })).toMatchObject([
      { code: 'action.reference', field: 'nodeActionConfig.destinationIds.1' },
    ]);
    expect(codes('send_to_role', { roleId: 'ops', body: 'x' })).toEqual([]);
  });
});

describe('4.6.14 once per order', () => {
  const once = single(email({ oncePerOrder: true }));

  test('the first firing sends and carries the claim', () => {
    const advanced = runOnce(once);
    expect(effectOf(advanced, 'n').payload.onceKey).toBe('wf_1:n:ord_1');
    expect(stepOf(advanced, 'n')).toMatchObject({ status: 'completed', sent: true, outputs: { sent: true } });
  });

  test('a later firing for the same order is held back and marked as not sent', () => {
    const advanced = runOnce(once, { alreadySent: ['wf_1:n:ord_1'] });
    expect(advanced.effects).toEqual([]);
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'completed',
      sent: false,
      outputs: { sent: false },
    });
    expect(advanced.verdict).toBe('completed');
    expect(runOnce(once, { alreadySent: ['wf_1:n:ord_2'] }).effects).toHaveLength(1);
  });

  test('the carrier that loses the race reports it, and the step is marked the same way', () => {
    const results = [{ effectKey: 'wfx_1:n', outcome: 'held' as const, reason: 'sent by another run' }];
    const advanced = runOnce(once, {}, { results });
    expect(advanced.effects).toEqual([]);
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'completed',
      sent: false,
      reason: 'sent by another run',
    });
  });

  test('without an order there is nothing to be once for', () => {
    expect(stepOf(runOnce(once, { context: {} }), 'n').status).toBe('failed');
    expect(stepOf(runOnce(single(email()), { context: {} }), 'n').status).toBe('completed');
  });
});
