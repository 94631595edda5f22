import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Where Debian puts its Chromium. */
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
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: isWhole });
  const { violations } = await new AxeBuilder({ page })
    .options({ iframes: false })
    .withTags(WCAG)
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  );
}
