import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Where Debian puts its Chromium. Its shell without windows takes less of the processors, but shows no push messages. */
export const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** Whether a browser is available; without one the stories are skipped and say so. */
export const hasBrowser = existsSync(CHROMIUM);

if (!hasBrowser) console.log(`Skipped: the console's stories need Chromium at ${CHROMIUM} (set CHROMIUM).`);

/** Screenshots of the last run. */
const SCREENSHOTS = fileURLToPath(new URL('../../dist/console-screenshots', import.meta.url));

/** Rules of the Web Content Accessibility Guidelines 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** How long a story waits for something to appear on the screen. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS) || 240_000;

/** Takes a screenshot of what a window shows, or of the whole page, and returns what axe finds wrong with the page. */
export async function look(page: Page, name: string, isWhole = false): Promise<readonly string[]> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  // A map is ready when its tiles are drawn.
  for (const map of await page.locator('.map-canvas').all()) {
    await map.and(page.locator('[data-drawn]')).waitFor({ state: 'attached' });
  }
  const path = join(SCREENSHOTS, `${name}.png`);
  if (isWhole) await withWholePage(page, () => page.screenshot({ path }));
  else await page.screenshot({ path });
  const { violations } = await new AxeBuilder({ page })
    .options({ iframes: false, resultTypes: ['violations'] })
    .withTags(WCAG)
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  );
}

/** Does something while the window is as high as what is in it: the console scrolls below its head. */
async function withWholePage(page: Page, run: () => Promise<unknown>): Promise<void> {
  const size = page.viewportSize()!;
  const hidden = await page.evaluate<number>(
    "Math.max(0, ...[...document.querySelectorAll('main')].map((one) => one.scrollHeight - one.clientHeight))",
  );
  await page.setViewportSize({ ...size, height: size.height + hidden });
  await run();
  await page.setViewportSize(size);
}
