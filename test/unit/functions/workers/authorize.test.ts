import { describe, expect, it } from 'vitest';
import { serveAuthorizer } from '../../../../functions/workers/authorize.ts';
import { FixedClock } from '../../../../lib/platform/core/clock.ts';
import { ulidIds } from '../../../../lib/platform/core/ids.ts';
import { recordingLog } from '../../../support/recording-log.ts';
import { unreachableTable } from '../../../support/unreachable-table.ts';

describe('the authorizer', () => {
  const clock = new FixedClock(0);
  const log = recordingLog();
  const authorize = serveAuthorizer(() => ({ table: unreachableTable, clock, ids: ulidIds(clock), log }));
  const wellFormed = `dos_${'a'.repeat(43)}`;

  it.each([
    [undefined, 'missing'],
    ['', 'missing'],
    [wellFormed, 'malformed'],
    [`Basic ${wellFormed}`, 'malformed'],
    ['Bearer ', 'malformed'],
    ['Bearer dos_short', 'malformed'],
    [`Bearer ${wellFormed} more`, 'malformed'],
  ])('lets "%s" pass as %s without a look at the table', async (authorization, refusal) => {
    expect(await authorize({ headers: { authorization } })).toEqual({
      isAuthorized: true,
      context: { refusal },
    });
  });

  it('says that it could not look when the table is out', async () => {
    const reply = await authorize({ headers: { Authorization: `bearer ${wellFormed}` } });
    expect(reply.context).toEqual({ refusal: 'unavailable' });
    expect(log.entries.map(({ code }) => code)).toEqual(['http.authorizer.failed']);
  });
});
