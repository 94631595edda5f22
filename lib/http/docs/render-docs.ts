import { Html, html, prose } from './html.ts';
import type { OpenapiDocument, Operation } from './openapi-document.ts';
import { renderOperation } from './render-operation.ts';
import { styles } from './styles.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/**
 * The reference of an API as one HTML page: navigation by area, then every operation with its parameters, fields,
 * examples, errors and a command line. It loads nothing and runs nothing.
 */
export function renderDocs(document: OpenapiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const areas = [...Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? 'Other')];
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API reference</title>
<link rel="icon" href="data:,">
<style>${new Html(styles)}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<div class="page">
<nav aria-label="Operations">
  <a href="#content"><strong>${title}</strong></a>
  ${areas.map(([area, inside]) => renderLinks(area, inside))}
</nav>
<main id="content">
  <h1>${title}</h1>
  <p class="quiet">Version ${version}. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
  ${prose(description)}
  ${areas.map(
    ([area, inside]) => html`
  <section aria-labelledby="${anchor(area)}">
  <h2 id="${anchor(area)}">${area}</h2>
  ${inside.map((call) => renderOperation(document, call))}
  </section>`,
  )}
</main>
</div>
</body>
</html>
`.text;
}

function renderLinks(area: string, calls: readonly Call[]): Html {
  return html`<h2><a href="#${anchor(area)}">${area}</a></h2><ul>${calls.map(
    ({ method, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method}</span> ${operation.summary}</a></li>`,
  )}</ul>`;
}

function anchor(area: string): string {
  return `area-${area.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}
