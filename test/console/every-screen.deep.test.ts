import { describe, expect } from 'vitest';
import { hasBrowser } from './browser.ts';
import { onScreens, visitAll } from './every-screen.ts';

describe.skipIf(!hasBrowser)('the console: every screen at three widths in both schemes', () => {
  for (const width of [390, 1_024, 1_440]) {
    for (const dark of [false, true]) {
      const scheme = dark ? 'dark' : 'light';
      onScreens(`is right at ${width} px in the ${scheme} scheme`, async ({ world, made }) => {
        const opened = await world.open('owner', { width, height: 900, dark });
        const suffix = `-${width}-${scheme}`;
        expect(await visitAll(opened, made, { suffix, part: 'whole' })).toEqual({});
        expect(opened.problems).toEqual([]);
      });
    }
  }
});

describe.skipIf(!hasBrowser)(
  'the console: every screen in the other languages, whose words are longer',
  () => {
    for (const locale of ['es', 'de']) {
      for (const width of [390, 1_024]) {
        onScreens(`is right at ${width} px in ${locale}`, async ({ world, made }) => {
          const opened = await world.open('owner', { width, height: 900, locale });
          const suffix = `-${width}-${locale}`;
          expect(await visitAll(opened, made, { suffix, isEnglish: false, part: 'whole' })).toEqual({});
          expect(opened.problems).toEqual([]);
        });
      }
    }
  },
);
