import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where Debian puts its Chromium. Its shell without windows takes less of the processors, but shows no push messages. */
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** Whether a browser is available; without one the stories are skipped and say so. */
export const hasBrowser = existsSync(CHROMIUM);

if (!hasBrowser) console.log(`Skipped: the console's stories need Chromium at ${CHROMIUM} (set CHROMIUM).`);

/**
 * Parts of the browser that no story needs. The pages of its address bar, which nobody sees here, would be loaded for every
 * window, which is a fifth of what stories cost. The last list of a command line counts, so that this one
 * has what Playwright turns off, too.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** Starts a browser, which draws maps by the processor. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--enable-precise-memory-info',
      `--disable-features=${LEFT_OUT.join(',')}`,
    ],
  });
}

/** Where screenshots are kept: of every look when asked for, and of those that find something wrong. */
const SCREENSHOTS = fileURLToPath(new URL('../../dist/console-screenshots', import.meta.url));

/** A picture takes as long as axe does, and few people look at those of a check that passed. */
const KEEPS_ALL = Boolean(process.env.SCREENSHOTS ?? process.env.DEEP);

/** Rules of the Web Content Accessibility Guidelines 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** How long a story waits for something to appear on the screen. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS) || 240_000;

/** What axe says of a page, and of that only what people need. */
interface Violation {
  readonly id: string;
  readonly help: string;
  readonly elements: readonly string[];
}

/** In a browser: applies axe's rules once what changed is drawn. */
const APPLY_RULES = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => axe.run(document, ${JSON.stringify({
    runOnly: { type: 'tag', values: WCAG },
    resultTypes: ['violations'],
    iframes: false,
    // Only rules for styles of other hosts and for sound read files apart, and no page has either.
    preload: false,
  })}))
  .then(({ violations }) => violations.map(({ id, help, nodes }) => ({
    id, help, elements: nodes.map(({ target }) => target.join(' ')),
  })))`;

/**
 * Returns what axe finds wrong with the page. Keeps a picture of what a window shows, or of the whole page, where something
 * is wrong, and always with SCREENSHOTS and in `npm run test:deep`.
 */
export async function look(page: Page, name: string, isWhole = false): Promise<readonly string[]> {
  // A map is ready when its tiles are drawn.
  for (const map of await page.locator('.map-canvas').all()) {
    await map.and(page.locator('[data-drawn]')).waitFor({ state: 'attached' });
  }
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(APPLY_RULES);
  if (KEEPS_ALL || violations.length > 0) await takePicture(page, name, isWhole);
  return violations.map(({ id, help, elements }) => `${id}: ${help} (${elements.join('; ')})`);
}

async function takePicture(page: Page, name: string, isWhole: boolean): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const path = join(SCREENSHOTS, `${name}.png`);
  if (isWhole) await withWholePage(page, () => page.screenshot({ path }));
  else await page.screenshot({ path });
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
