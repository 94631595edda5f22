import { describe, expect } from 'vitest';
import { PLACES } from '../../lib/platform/http/docs/guide-places.ts';
import { guides } from '../../lib/platform/http/docs/guides.ts';
import { hasBrowser, story } from './browser.ts';

describe.skipIf(!hasBrowser)('the guides at /docs', () => {
  story(
    '44 7 lead from one to the next, and copy samples with the address of the service',
    async ({ world }) => {
      const { baseUrl } = world.local.cloud;
      for (const [width, dark] of [
        [390, false],
        [1024, true],
        [1440, false],
      ] as const) {
        const { page, problems, look } = await world.visit(`${baseUrl}/docs/first-delivery`, { width, dark });
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        for (const { name, title, steps } of guides(PLACES)) {
          await page.getByRole('navigation').getByRole('link', { name: title }).click();
          await page.getByRole('heading', { name: title, level: 1 }).waitFor();
          await page.getByText(baseUrl).first().waitFor();
          await page.getByRole('button', { name: `Copy: ${steps[0]?.title}`, exact: true }).click();
          await page.getByText('Copied.').waitFor();
          expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(baseUrl);
          expect(await look(`guide-${name}-${width}`)).toEqual([]);
        }
        expect(problems.filter((problem) => !problem.includes('/_local/demo'))).toEqual([]);
      }
    },
  );
});
