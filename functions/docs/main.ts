/** The page at /docs: Swagger UI with a quickstart at the top, a search over all operations, and code samples. */
import { quickstart } from '../../lib/platform/http/docs/quickstart.ts';
import { addCopyButtons } from './add-copy-buttons.ts';
import { codeSamples } from './code-samples-plugin.ts';
import { demoKey } from './demo-key.ts';
import { resolve } from './resolve-plugin.ts';
import { search } from './search-plugin.ts';
import type { SwaggerUi, SwaggerUiOptions } from './swagger-ui.ts';

declare const SwaggerUIBundle: (options: SwaggerUiOptions) => SwaggerUi;

/** Placeholder for the key where the demo's key is unknown. */
const KEY_PLACE = 'YOUR_API_KEY';

/** The quickstart as Markdown. */
function quickstartText(apiKey: string): string {
  const externalId = `first-${Date.now().toString(36)}`;
  const steps = quickstart({ baseUrl: location.origin, apiKey, externalId });
  const lines = steps.map(({ title, line }) => `${title}:\n\n\`\`\`sh\n${line}\n\`\`\``);
  return [
    '## A first delivery',
    'Paste these lines one by one into a terminal.',
    ...lines,
    '## Conventions',
  ].join('\n\n');
}

async function main(): Promise<void> {
  const [document, known] = await Promise.all([
    fetch('/openapi.json').then((reply) => reply.json()),
    demoKey().catch(() => undefined),
  ]);
  const apiKey = known ?? KEY_PLACE;
  const description = `${quickstartText(apiKey)}\n\n${document.info.description}`;
  const ui = SwaggerUIBundle({
    dom_id: '#docs',
    spec: { ...document, info: { ...document.info, description } },
    deepLinking: true,
    docExpansion: 'none',
    // Schemas are shown with the operations; a list of all of them would be long.
    defaultModelsExpandDepth: -1,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    persistAuthorization: true,
    // It would send the document to another server.
    validatorUrl: null,
    plugins: [resolve, search, codeSamples(apiKey)],
    onComplete() {
      addCopyButtons();
      if (known !== undefined) ui.preauthorizeApiKey('apiKey', known);
    },
  });
}

void main();
