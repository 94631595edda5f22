import { expect, test } from 'vitest';
import { readSettings } from '../../../../cdk/local/read-settings.ts';

test('settings come from the environment and the flags', () => {
  expect(readSettings([], {})).toMatchObject({ port: 3000, fresh: false, logs: false });
  expect(readSettings([], {}).dataDirectory).toMatch(/\/\.local$/);
  expect(readSettings(['--fresh', '--logs'], { PORT: '0', DATA_DIR: '/data' })).toEqual({
    port: 0,
    dataDirectory: '/data',
    fresh: true,
    logs: true,
  });
});

test.each([
  [['--frsh'], {}, 'Unknown argument "--frsh"; there are --fresh and --logs, written after "--".'],
  [[], { PORT: 'web' }, 'PORT is "web"; it must be a whole number from 0 (any free one) to 65535.'],
  [[], { PORT: '70000' }, 'PORT is "70000"'],
])('%j %j is refused in one sentence', (flags, environment, message) => {
  expect(() => readSettings(flags, environment)).toThrow(message);
});
