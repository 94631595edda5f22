import { curlLine } from './curl-line.ts';
import { type Html, html, inline, prose } from './html.ts';
import type {
  Content,
  OpenapiDocument,
  Operation,
  Parameter,
  Reference,
  Response,
} from './openapi-document.ts';
import { renderSchema, typeOf } from './render-schema.ts';

/** One operation with everything that is known of it. */
export function renderOperation(
  document: OpenapiDocument,
  call: { readonly method: string; readonly path: string; readonly operation: Operation },
): Html {
  const { method, path, operation } = call;
  const parameters = (operation.parameters ?? []).map((parameter) => parameterOf(document, parameter));
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, responseOf(document, response)] as const,
  );
  const [success] = responses.filter(([status]) => status.startsWith('2'));
  const errors = responses.filter(([status]) => !status.startsWith('2'));
  return html`
<article id="${operation.operationId}">
  <h3>${operation.summary}</h3>
  <p class="route"><span class="method ${method}">${method}</span> <code>${path}</code></p>
  <p class="type">${
    operation['x-permission']
      ? html`Needs the permission <code>${operation['x-permission']}</code>`
      : html`Public: no API key needed`
  }</p>
  ${prose(operation.description)}
  ${parameters.length > 0 && renderParameters(document, parameters)}
  ${operation.requestBody && renderContent(document, 'Body', operation.requestBody.content)}
  <h4>Call</h4>
  <pre tabindex="0"><code>${curlLine(call)}</code></pre>
  ${success?.[1].content && renderContent(document, `Reply (${success[0]})`, success[1].content)}
  ${renderErrors(errors)}
</article>`;
}

function renderParameters(document: OpenapiDocument, parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) => html`
    <tr><td><code>${name}</code>${required && html` <span class="required">required</span>`}</td><td>${place}</td>
    <td>${schema && html`<span class="type">${typeOf(document, schema)}</span>`}${
      schema?.default !== undefined &&
      html` <span class="type">default <code>${JSON.stringify(schema.default)}</code></span>`
    } ${description && inline(description)}</td></tr>`,
  );
  return html`<h4>Parameters</h4><div class="wide"><table>
    <thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

function renderContent(document: OpenapiDocument, title: string, content: Content): Html {
  return html`${Object.entries(content).map(
    ([mediaType, { schema, example }]) => html`
  <h4>${title}</h4>
  ${mediaType !== 'application/json' && html`<p class="type">${mediaType}</p>`}
  ${renderSchema(document, schema)}
  ${
    example !== undefined &&
    html`<details open><summary>Example</summary><pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`
  }`,
  )}`;
}

function renderErrors(errors: readonly (readonly [string, Response])[]): Html {
  const rows = errors.flatMap(([status, response]) =>
    Object.entries(response.content?.['application/json']?.examples ?? {}).map(
      ([code, { summary }]) =>
        html`<tr><td>${status}</td><td><code>${code}</code></td><td>${summary && inline(summary)}</td></tr>`,
    ),
  );
  return html`<h4>Errors</h4><div class="wide"><table>
    <thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

function parameterOf(document: OpenapiDocument, parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components?.parameters?.[nameIn(parameter)];
  if (!found) throw new Error(`The document lacks ${parameter.$ref}.`);
  return found;
}

function responseOf(document: OpenapiDocument, response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const found = document.components?.responses?.[nameIn(response)];
  if (!found) throw new Error(`The document lacks ${response.$ref}.`);
  return found;
}

function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
