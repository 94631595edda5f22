import { describe, expect, it } from 'vitest';
import { defineAttention } from '../../../../../lib/fulfilment/attention/index.ts';

const { lifecycle, raised, turned } = defineAttention({
  title: 'Leak',
  open: 'new',
  acknowledged: 'seen',
  resolved: ['dry'],
});
const AT = '2026-11-26T09:00:00.000Z';
const LATER = '2026-11-26T10:00:00.000Z';
const fresh = raised(AT);

describe('3.5 something that a person should look at', () => {
  it('can be acknowledged, opened again and resolved, and stays resolved', () => {
    expect(lifecycle.statuses.map((status) => [status, lifecycle.nextStatuses(status)])).toEqual([
      ['new', ['seen', 'dry']],
      ['seen', ['new', 'dry']],
      ['dry', []],
    ]);
  });

  it('names who acknowledged it until it is opened again, and who resolved it', () => {
    const seen = turned(fresh, 'seen', 'Kim', LATER);
    expect(seen).toEqual({
      ...fresh,
      ...{ status: 'seen', updatedAt: LATER, acknowledgedAt: LATER, acknowledgedBy: 'Kim' },
    });
    expect(turned(seen, 'new', 'Lee', LATER)).toEqual({ ...fresh, updatedAt: LATER });
    expect(turned(seen, 'dry', 'Lee', LATER)).toEqual({
      ...seen,
      ...{ status: 'dry', resolvedAt: LATER, resolvedBy: 'Lee' },
    });
  });

  it('stays the same object when its lifecycle does not lead to the status', () => {
    const dry = turned(fresh, 'dry', 'Lee', LATER);
    expect(turned(dry, 'seen', 'Kim', LATER)).toBe(dry);
    expect(turned(dry, 'dry', 'Kim', LATER)).toBe(dry);
  });

  it('has one status for each outcome, and opens again only where its kind does', () => {
    const claim = defineAttention({
      title: 'Claim',
      open: 'raised',
      resolved: ['paid', 'refused'],
      reopens: true,
      triggers: { paid: 'pay' },
    });
    expect(claim.lifecycle.nextStatuses('raised')).toEqual(['paid', 'refused']);
    expect(claim.lifecycle.next('raised', 'pay')).toBe('paid');
    expect(claim.turned(claim.turned(claim.raised(AT), 'paid', 'Jo', AT), 'raised', 'Jo', AT)).toEqual(
      claim.raised(AT),
    );
  });
});
