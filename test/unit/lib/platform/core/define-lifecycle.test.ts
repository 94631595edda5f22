import { describe, expect, it } from 'vitest';
import { defineLifecycle } from '../../../../../lib/platform/core/define-lifecycle.ts';

const door = defineLifecycle({
  title: 'Door',
  statuses: ['open', 'closed', 'locked', 'removed'],
  initial: ['open'],
  transitions: [
    { trigger: 'close', from: ['open'], to: 'closed' },
    { trigger: 'open', from: ['closed'], to: 'open' },
    { trigger: 'turn key', from: ['closed'], guard: 'has key', to: 'locked' },
    { trigger: 'turn key', from: ['locked'], guard: 'has key', to: 'closed' },
    { trigger: 'remove', from: ['open', 'closed'], to: 'removed' },
  ],
});

describe('a lifecycle', () => {
  it('says which status follows a trigger, if the current one allows it', () => {
    expect(door.next('open', 'close')).toBe('closed');
    expect(door.next('locked', 'open')).toBeUndefined();
  });

  it('takes a guarded step only while its guard holds', () => {
    expect(door.next('closed', 'turn key', 'has key')).toBe('locked');
    expect(door.next('closed', 'turn key')).toBeUndefined();
    expect(door.next('locked', 'turn key', 'has key')).toBe('closed');
  });

  it('describes a refusal by the current status and those that may follow, in the order of its steps', () => {
    expect(door.refusalDetails('closed')).toEqual({
      status: 'closed',
      allowed: ['open', 'locked', 'removed'],
    });
    expect(door.statusesFor('remove')).toEqual(['open', 'closed']);
  });

  it('is over in a status that nothing leaves', () => {
    expect(door.statuses.filter(door.isOver)).toEqual(['removed']);
  });
});
