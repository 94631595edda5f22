import { expect, test } from 'vitest';
import { readSettings } from '../../../../cdk/local/read-settings.ts';

test('settings come from the environment and the flags', () => {
  expect(readSettings([], {})).toMatchObject({ port: 3000, fresh: false, logs: false });
  expect(readSettings([], {}).dataDirectory).toMatch(/\/\.local$/);
  expect(
    readSettings(['--fresh', '--logs'], {
      PORT: '0',
      DATA_DIR: '/data',
      REQUESTS_PER_SECOND: '5',
      TRACE_PERCENT: '10',
    }),
  ).toEqual({
    port: 0,
    dataDirectory: '/data',
    fresh: true,
    logs: true,
    requestsPerSecond: '5',
    tracePercent: '10',
  });
});

test.each([
  [['--frsh'], {}, 'Unknown argument "--frsh". Use --fresh or --logs, after "--".'],
  [[], { PORT: 'web' }, 'PORT is "web"; it must be a whole number from 0 (any free port) to 65535.'],
  [[], { PORT: '70000' }, 'PORT is "70000"'],
])('%j %j is refused in one sentence', (flags, environment, message) => {
  expect(() => readSettings(flags, environment)).toThrow(message);
});
