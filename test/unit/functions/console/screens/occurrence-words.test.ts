import { expect, it, vi } from 'vitest';
import { texts as frame } from '../../../../../functions/console/texts/frame.de.ts';
import { texts as incoming } from '../../../../../functions/console/texts/incoming.de.ts';
import { incomingTexts, m } from '../../../../../functions/console/texts/texts.ts';

// The kit reads settings of the page.
vi.stubGlobal('document', { querySelector: () => null, documentElement: { dataset: {} } });
vi.stubGlobal('location', { origin: 'http://127.0.0.1', hash: '' });
for (const storage of ['sessionStorage', 'localStorage']) vi.stubGlobal(storage, { getItem: () => null });

// Types of the page are not those of tests: its parts are imported by a path that is only known at run time.
const part = (path: string) => import(`../../../../../functions/console/${path}.ts`);

const usual = { date: '2026-12-25', onDate: '2026-12-25', message: 'As the API says it.', change: null };
const changed = { isSkipped: false, onDate: null, note: null, by: 'Ada' };

it.each([
  ['a holiday', { ...usual, status: 'holiday' }, 'skip', /ist ein Feiertag\.$/],
  ['a holiday without a free day', { ...usual, status: 'holiday' }, 'next_working_day', /kein Arbeitstag/],
  [
    'a day after a holiday',
    { ...usual, status: 'to_come', onDate: '2026-12-28' },
    'next_working_day',
    /übliche Tag/,
  ],
  [
    'a day to which somebody moved it',
    { ...usual, status: 'to_come', onDate: '2026-12-28', change: { ...changed, onDate: '2026-12-28' } },
    'skip',
    /^Von Ada verlegt\.$/,
  ],
  [
    'a skipped day',
    { ...usual, status: 'skipped', change: { ...changed, isSkipped: true } },
    'skip',
    /^Von Ada übersprungen/,
  ],
  [
    'a note',
    { ...usual, status: 'skipped', change: { ...changed, isSkipped: true, note: 'Urlaub' } },
    'skip',
    /^Urlaub$/,
  ],
  ['a missed day', { ...usual, status: 'missed' }, 'skip', /^Die Zeit war vorbei/],
  ['a refusal', { ...usual, status: 'failed' }, 'skip', /^As the API says it\.$/],
])('44 7 a recurring order says in German why of %s', async (_, occurrence, onHoliday, said) => {
  Object.assign(m, frame);
  Object.assign(incomingTexts, incoming);
  const { whyOf } = await part('screens/occurrence-words');
  expect(whyOf(occurrence, onHoliday)).toMatch(said);
});
