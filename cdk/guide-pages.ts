import { PRODUCT_NAME } from '../lib/platform/core/product-name.ts';
import { PLACES } from '../lib/platform/http/docs/guide-places.ts';
import { type Guide, guides } from '../lib/platform/http/docs/guides.ts';

/** The guides as pages. Their script puts the address of the service, and the demo's key, into the samples. */
export function guidePages(): readonly { readonly name: string; readonly page: string }[] {
  const all = guides(PLACES);
  return all.map((guide) => ({ name: guide.name, page: pageOf(guide, all) }));
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function pageOf({ name, title, text, steps }: Guide, all: readonly Guide[]): string {
  const links = all.map((one) => {
    const current = one.name === name ? ' aria-current="page"' : '';
    return `<li><a href="/docs/${one.name}"${current}>${escaped(one.title)}</a></li>`;
  });
  const sections = steps.map(
    (step, index) => `<section>
          <h2>${index + 1}. ${escaped(step.title)}</h2>
          ${step.text === undefined ? '' : `<p>${escaped(step.text)}</p>`}
          <div class="code">
            <button type="button" aria-label="Copy: ${escaped(step.title)}">Copy</button>
            <pre tabindex="0"><code>${escaped(step.line)}</code></pre>
          </div>
        </section>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}: ${PRODUCT_NAME}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/docs/guide.css">
    <script src="/docs/guide.js" defer></script>
  </head>
  <body>
    <nav aria-label="Guides">
      <a class="brand" href="/docs"><img src="/docs/icon.svg" alt="" width="24" height="24"> ${PRODUCT_NAME}</a>
      <ul>
        ${links.join('\n        ')}
        <li><a href="/docs">API reference</a></li>
      </ul>
    </nav>
    <main>
      <h1>${escaped(title)}</h1>
      <p>${escaped(text)}</p>
      ${sections.join('\n      ')}
      <p role="status"></p>
    </main>
  </body>
</html>
`;
}
