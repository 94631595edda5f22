import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONSOLE_FOLDER, DOCS_FOLDER, DRIVER_APP_FOLDER } from '../../../functions/compose/packed-folders.ts';
import type { WebAppFile } from '../../build-web-app.ts';
import { filesIn, writeBuildRecord } from '../../bundles/build-record.ts';
import type { PreparationOrder } from './prepare-apart.ts';
import { codeDirectory, digestOfStep, recordOf, type Step } from './steps.ts';

/** Makes one step in the directory of the assembly. Returns the paths of the files. */
type MakeStep = (directory: string, context: Readonly<Record<string, unknown>>) => Promise<readonly string[]>;

/** Everything is imported with the step that needs it, as the first one has somebody waiting for it. */
const MAKE_STEP: Readonly<Record<Step, MakeStep>> = {
  async templates(directory, context) {
    const { synthesizeTemplates } = await import('../synthesize-locally.ts');
    const { codeByName } = await import('./code-by-name.ts');
    await synthesizeTemplates(directory, context, codeByName);
    return filesIn(directory);
  },
  async functions(directory) {
    const { bundleForLaptop } = await import('./bundle-for-laptop.ts');
    return bundleForLaptop(codeDirectory(directory));
  },
  async documents(directory) {
    const { API_DOCUMENT_FILE, packedApiDocument } = await import('../../bundles/pack-api-document.ts');
    const { buildDocs } = await import('../../build-docs.ts');
    return writeAll(codeDirectory(directory), [
      { name: API_DOCUMENT_FILE, packed: await packedApiDocument() },
      ...(await buildDocs()).map(({ name, packed }) => ({ name: join(DOCS_FOLDER, name), packed })),
    ]);
  },
  async console(directory) {
    const { buildConsole } = await import('../../build-console.ts');
    const { buildDriverApp } = await import('../../build-driver-app.ts');
    const within = (folder: string) => (file: WebAppFile) => ({ ...file, name: join(folder, file.name) });
    return writeAll(codeDirectory(directory), [
      ...(await buildConsole()).map(within(CONSOLE_FOLDER)),
      ...(await buildDriverApp()).map(within(DRIVER_APP_FOLDER)),
    ]);
  },
};

/** Makes a step and records its files, so that a later start finds them. */
export async function makeStep(
  { directory, ...of }: Omit<PreparationOrder, 'steps'>,
  step: Step,
): Promise<void> {
  const files = await MAKE_STEP[step](directory, of.context);
  writeBuildRecord(recordOf(directory, step), digestOfStep(of, step), files);
}

function writeAll(
  directory: string,
  files: readonly { readonly name: string; readonly packed: Uint8Array }[],
): readonly string[] {
  return files.map(({ name, packed }) => {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, packed);
    return path;
  });
}
