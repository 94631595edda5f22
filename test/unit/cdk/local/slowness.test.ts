import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { rememberedSlowness, slowness } from '../../../../cdk/local/slowness.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test.each([
  { load: 0, cores: 2, times: 1 },
  { load: 1.5, cores: 2, times: 1 },
  { load: 20, cores: 2, times: 10 },
  { load: 12, cores: 4, times: 3 },
  { load: 400, cores: 2, times: 10 },
])(
  '48.2 a load of $load on $cores processors makes time limits $times times as long',
  ({ load, cores, times }) => {
    vi.spyOn(os, 'loadavg').mockReturnValue([load, 0, 0]);
    vi.spyOn(os, 'availableParallelism').mockReturnValue(cores);
    syncBuiltinESMExports();
    expect(slowness()).toBe(times);
  },
);

test('48.4 the system is asked once a second', () => {
  const asked = vi.spyOn(os, 'loadavg').mockReturnValue([4, 0, 0]);
  vi.spyOn(os, 'availableParallelism').mockReturnValue(2);
  syncBuiltinESMExports();
  let nowMs = 0;
  const remembered = rememberedSlowness(() => nowMs);
  expect([remembered(), remembered()]).toEqual([2, 2]);
  expect(asked).toHaveBeenCalledTimes(1);
  nowMs = 1_000;
  asked.mockReturnValue([8, 0, 0]);
  expect(remembered()).toBe(4);
});
