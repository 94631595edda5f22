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

/** The navigation of the API reference, with its links to the guides. */
export function docsNavigation(): string {
  return navigationTo(undefined, guides(PLACES));
}

/** Links to every page of the documentation; `current` is the name of a guide, undefined for the reference. */
function navigationTo(current: string | undefined, all: readonly Guide[]): string {
  const link = (address: string, title: string, isCurrent: boolean) =>
    `<li><a href="${address}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
  const links = [
    ...all.map(({ name, title }) => link(`/docs/${name}`, title, name === current)),
    link('/docs', 'API reference', current === undefined),
  ];
  return `<nav aria-label="Guides">
      <a class="brand" href="/docs"><img src="/docs/icon.svg" alt="" width="24" height="24"> ${PRODUCT_NAME}</a>
      <ul>
        ${links.join('\n        ')}
      </ul>
    </nav>`;
}

function pageOf({ name, title, text, steps }: Guide, all: readonly Guide[]): string {
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
    <link rel="stylesheet" href="/docs/nav.css">
    <link rel="stylesheet" href="/docs/guide.css">
    <script src="/docs/guide.js" defer></script>
  </head>
  <body>
    ${navigationTo(name, all)}
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
