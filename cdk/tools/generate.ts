import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessPatterns } from './access-patterns.ts';
import { endpointTable } from './endpoint-table.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { flowDiagram } from './flow-diagram.ts';
import type { Generator } from './generator.ts';
import { lifecycles } from './lifecycles.ts';
import { openapiDocument } from './openapi-document.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every generated file. A new generator is added here. */
const generators: readonly Generator[] = [
  openapiDocument,
  endpointTable,
  flowDiagram,
  lifecycles,
  accessPatterns,
  eventCatalogue,
];

/**
 * `npm run generate` writes the generated files that differ; with `--check` it writes nothing, names them and ends
 * with exit code 1.
 */
async function generate(isCheck: boolean): Promise<number> {
  if (!isCheck) makeImportable(join(ROOT, openapiDocument.file));
  const stale: string[] = [];
  for (const { file, render } of generators) {
    const path = join(ROOT, file);
    const present = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    const wanted = await render(present);
    if (wanted === undefined || wanted === present) continue;
    stale.push(file);
    if (isCheck) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, wanted);
  }
  for (const file of new Set(stale)) {
    console.log(isCheck ? `${file} is not in step with the code. Run "npm run generate".` : `wrote ${file}`);
  }
  return isCheck && stale.length > 0 ? 1 : 0;
}

/** The endpoints import the document that is to be written: one that is absent or torn by a merge is emptied first. */
function makeImportable(path: string): void {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{ "openapi": "3.1.1", "info": { "title": "", "version": "" }, "paths": {} }\n');
  }
}

process.exitCode = await generate(process.argv.includes('--check'));
