import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessPatterns } from './access-patterns.ts';
import { endpointTables } from './endpoint-tables.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { flowDiagram } from './flow-diagram.ts';
import { changesOf, type Generator } from './generator.ts';
import { lakeTables } from './lake-tables.ts';
import { lifecycles } from './lifecycles.ts';
import { measures } from './measures.ts';
import { makeImportable, openapiDocuments } from './openapi-documents.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every generated file. A new generator is added here. */
const generators: readonly Generator[] = [
  openapiDocuments,
  endpointTables,
  flowDiagram,
  lifecycles,
  accessPatterns,
  eventCatalogue,
  measures,
  lakeTables,
];

/**
 * `npm run generate` writes the generated files that differ and deletes obsolete ones; with `--check` it
 * changes nothing, names them and ends with exit code 1.
 */
async function generate(isCheck: boolean): Promise<number> {
  if (!isCheck) makeImportable(ROOT);
  const present = filesOf('functions', 'lib', 'test/contract');
  let stale = 0;
  for (const generator of generators) {
    for (const [file, text] of await changesOf(generator, ROOT, present)) {
      stale += 1;
      if (!isCheck) write(file, text);
      console.log(
        isCheck
          ? `${file} does not match the code. Run "npm run generate".`
          : `${text === undefined ? 'deleted' : 'wrote'} ${file}`,
      );
    }
  }
  return isCheck && stale > 0 ? 1 : 0;
}

function write(file: string, text: string | undefined): void {
  const path = join(ROOT, file);
  if (text === undefined) {
    rmSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesOf(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

process.exitCode = await generate(process.argv.includes('--check'));
