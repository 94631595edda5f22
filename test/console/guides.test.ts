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

  story(
    '44 7 the reference leads to the guides, and copies the lines of its quickstart',
    async ({ world }) => {
      const { baseUrl } = world.local.cloud;
      for (const width of [390, 1024, 1440]) {
        const { page, problems } = await world.visit(`${baseUrl}/docs`, { width });
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const copy = page.getByRole('button', { name: /^Copy: / });
        await copy.first().waitFor();
        const lines = page.locator('.info pre:has(code)');
        expect(await copy.count()).toBe(await lines.count());
        await copy.first().click();
        await page.getByText('Copied.').waitFor();
        const copied = await page.evaluate<string>('navigator.clipboard.readText()');
        expect(copied).toBe(await lines.first().textContent());
        expect(copied).toContain(baseUrl);
        const navigation = page.getByRole('navigation', { name: 'Guides' });
        expect(await navigation.locator('[aria-current]').textContent()).toBe('API reference');
        for (const { title } of guides(PLACES)) await navigation.getByRole('link', { name: title }).waitFor();
        await navigation.getByRole('link', { name: guides(PLACES)[0]?.title ?? '' }).click();
        await page.getByRole('heading', { level: 1, name: guides(PLACES)[0]?.title ?? '' }).waitFor();
        expect(problems.filter((problem) => !problem.includes('/_local/demo'))).toEqual([]);
      }
    },
  );
});
