import { expect, it } from 'vitest';
import { stateDiagram } from '../../../../cdk/tools/state-diagram.ts';
import { defineLifecycle } from '../../../../lib/platform/core/define-lifecycle.ts';

const arrowsOf = (text: string) => text.split('\n').filter((line) => line.includes('-->'));

it('a lifecycle is drawn from its first statuses to its last, with what causes each step', () => {
  const lamp = defineLifecycle({
    title: 'Lamp',
    statuses: ['off', 'on', 'broken'],
    initial: ['off'],
    transitions: [
      { trigger: 'switch', from: ['off'], guard: 'has power', to: 'on' },
      { trigger: 'switch', from: ['on'], to: 'off' },
      { trigger: 'lose power', from: ['on', 'off'], to: 'off' },
      { trigger: 'drop', from: ['on', 'off'], to: 'broken' },
    ],
  });
  expect(arrowsOf(stateDiagram(lamp))).toEqual([
    '  [*] --> off',
    '  off --> on: switch (has power)',
    '  on --> off: switch, lose power',
    '  on --> broken: drop',
    '  off --> broken: drop',
    '  broken --> [*]',
  ]);
});

it('what can follow every status is drawn once, and of steps that may be skipped only the next', () => {
  const parcel = defineLifecycle({
    title: 'Parcel',
    statuses: ['packed', 'sent', 'arrived', 'lost'],
    initial: ['packed'],
    transitions: [
      { trigger: 'sent', from: ['packed'], to: 'sent' },
      { trigger: 'arrived', from: ['packed', 'sent'], to: 'arrived' },
      { trigger: 'lost', from: ['packed', 'sent'], to: 'lost' },
    ],
    drawing: { skipsSteps: true, fromAnywhere: { group: 'on its way', to: ['lost'] } },
  });
  expect(arrowsOf(stateDiagram(parcel))).toEqual([
    '    [*] --> packed',
    '    packed --> sent',
    '    sent --> arrived',
    '    arrived --> [*]',
    '  under_way --> lost',
    '  lost --> [*]',
  ]);
});
