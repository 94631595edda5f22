import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { SCRIPT } from '../../../../../cdk/local/status/status-script.ts';

/** The part of an element that the script uses. */
class Element {
  className = '';
  dataset: Record<string, string> = {};
  value = '';
  children: (Element | string)[] = [];
  append(...inside: (Element | string)[]) {
    this.children.push(...inside);
  }
  replaceChildren(...inside: (Element | string)[]) {
    this.children = inside;
  }
  setAttribute() {}
  get firstChild() {
    return this.children[0];
  }
  get textContent(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.textContent)).join(' ');
  }
  set textContent(text: string) {
    this.children = [text];
  }
}

/** Runs the script of the page; `answer` gives the first waiting request its reply. */
function openPage() {
  const parts = new Map(['main', 'input', 'nav', '#clock'].map((name) => [name, new Element()] as const));
  const asked: { path: string; reply: (body: unknown) => void }[] = [];
  const looks: (() => void)[] = [];
  runInNewContext(SCRIPT, {
    document: {
      hidden: false,
      querySelector: (name: string) => parts.get(name),
      createElement: () => new Element(),
    },
    location: { hash: '' },
    setInterval: (look: () => void) => looks.push(look),
    fetch: (path: string) =>
      new Promise((resolve) =>
        asked.push({ path, reply: (body) => resolve({ ok: true, json: async () => body }) }),
      ),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (path: string, body: unknown) => {
    await settle();
    const index = asked.findIndex((each) => each.path.startsWith(path));
    asked.splice(index, 1)[0]?.reply(body);
    await settle();
  };
  return { main: parts.get('main')!, looks, answer };
}

it('the status page shows what a slow service answers after its next look', async () => {
  const { main, looks, answer } = openPage();
  expect(main.textContent).toBe('Loading ...');
  for (const look of looks) look();
  await answer('/_local/demo', { apiKey: 'dos_1' });
  for (const look of looks) look();
  const row = { id: 'ord_1', externalId: 'first', status: 'valid', createdAt: '2026-11-24T23:01:06.917Z' };
  await answer('/v1/orders', { results: [row] });
  expect(main.textContent).toContain('first');
});
