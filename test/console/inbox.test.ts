import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createInbox, INBOX_PATH, serveInbox } from '../../cdk/local/inbox/index.ts';
import { anyClock } from '../unit/cdk/local/support/any-clock.ts';
import { hasBrowser, launchBrowser, look, PATIENCE_MS } from './chromium.ts';

/** Milliseconds that a list of messages takes: longer than the pause between two refreshes of the page. */
const SLOW_MS = 1700;

const LINK = `https://shop.example/track/${'01M87V2J1ZJTR89BM743ARC7DN.'.repeat(4)}`;

/** The inbox with one message per refresh, on a busy machine. */
async function openInbox(width: number) {
  const inbox = createInbox({ clock: anyClock(), dataDirectory: undefined });
  const to = { from: '', subject: '', html: '' };
  inbox.capture({ ...to, channel: 'sms', to: '+14155550100', text: 'On its way.' });
  const text = `It is there: ${LINK}`;
  inbox.capture({
    ...to,
    channel: 'email',
    to: 'ada@example.com',
    subject: 'News',
    text,
    html: `<p style="overflow-wrap:anywhere">${text}</p>`,
  });
  const card = {
    blocks: [
      { type: 'header', text: { text: 'Late' } },
      { type: 'section', text: { text: LINK } },
    ],
  };
  inbox.capture({ ...to, channel: 'slack', to: 'ops', text: 'Late', html: JSON.stringify(card) });
  const { listener } = serveInbox(inbox);
  const server = createServer(async (request, response) => {
    if (request.url?.includes('/messages')) await sleep(SLOW_MS);
    await listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${INBOX_PATH}`);
  await page.locator('article').nth(2).waitFor();
  const stop = async () => {
    await browser.close();
    await new Promise((done) => server.close(done));
  };
  return { inbox, page, problems, stop };
}

describe.runIf(hasBrowser)('4 the inbox of the local cloud', () => {
  test.each([1280, 390])(
    'shows mail, texts and cards at %i pixels, and new ones by itself',
    async (width) => {
      const { inbox, page, problems, stop } = await openInbox(width);
      try {
        expect(await look(page, `inbox-${width}`)).toEqual([]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        expect(overflow).toBeLessThanOrEqual(0);
        const mail = page.frameLocator('iframe').locator('body');
        expect(await mail.evaluate((body) => body.scrollWidth - body.clientWidth)).toBeLessThanOrEqual(0);
        inbox.capture({ channel: 'whatsapp', to: '+1', from: '', subject: '', text: 'Hello', html: '' });
        await page.locator('article.whatsapp .bubble').waitFor();
        await page.getByRole('button', { name: 'slack' }).click();
        await page.locator('article.sms').waitFor({ state: 'detached' });
        expect(await page.locator('article').count()).toBe(1);
        await page.getByRole('searchbox').fill('nobody');
        await page.getByText('No message matches.').waitFor();
        expect(problems).toEqual([]);
      } finally {
        await stop();
      }
    },
  );
});
