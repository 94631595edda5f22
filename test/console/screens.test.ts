import { describe, expect } from 'vitest';
import { hasBrowser } from './browser.ts';
import { onScreens, visitAll } from './every-screen.ts';

describe.skipIf(!hasBrowser)('the console: every screen', () => {
  onScreens(
    'is reached, shows what there is, makes no failed request and passes axe',
    async ({ world, made }) => {
      const opened = await world.open('owner');
      expect(await visitAll(opened, made)).toEqual({});
      expect(opened.problems).toEqual([]);
    },
  );

  onScreens('is right in the dark at 390 px, too', async ({ world, made }) => {
    const opened = await world.open('owner', { width: 390, height: 844, dark: true });
    expect(await visitAll(opened, made, { suffix: '-390-dark' })).toEqual({});
    expect(opened.problems).toEqual([]);
  });
});
