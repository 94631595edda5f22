import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../cdk/build-functions.ts';
import { readAssembly } from '../../cdk/local/assembly/read-assembly.ts';
import { codeInAssets } from '../../cdk/local/functions/function-code.ts';
import { functionSettings } from '../../cdk/local/functions/function-settings.ts';
import { functionVariables } from '../../cdk/local/functions/function-variables.ts';
import { runCloud } from '../support/running-cloud.ts';
import { bundleFunctions } from './bundle-functions.ts';

/** A module whose import is timed, with the environment for it. */
export interface TimedImport {
  readonly name: string;
  readonly moduleUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What every function that uses the table needs. */
const DOCUMENT_CLIENT = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
`;

/**
 * The document client alone: first as esbuild bundles it, which is the reference and stays the same whatever functions
 * leave out, then as functions are bundled.
 */
export async function documentClientImports(directory: string): Promise<readonly [TimedImport, TimedImport]> {
  const whole = { ...BUNDLE_OPTIONS, alias: {}, plugins: [] };
  return [
    await documentClientImport('document client alone', join(directory, 'whole.cjs'), whole),
    await documentClientImport(
      'the same, bundled as functions are',
      join(directory, 'lean.cjs'),
      BUNDLE_OPTIONS,
    ),
  ];
}

async function documentClientImport(name: string, file: string, options: BuildOptions): Promise<TimedImport> {
  await build({ ...options, stdin: { contents: DOCUMENT_CLIENT, resolveDir: ROOT }, outfile: file });
  const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' };
  return { name, moduleUrl: pathToFileURL(file).href, environment };
}

/** Every function with the environment that Lambda would give it, so that its dependencies are created on import. */
export async function functionImports(assemblyDirectory: string): Promise<readonly TimedImport[]> {
  const { cloud, stop } = await runCloud({ assemblyDirectory });
  await stop();
  const { assets } = readAssembly(assemblyDirectory);
  return [...bundleFunctions(cloud.resources)].map(([name, resource]) => {
    const settings = functionSettings(resource, codeInAssets(assets));
    const environment = functionVariables(settings, cloud.awsEndpoint, 'bench');
    return { name, moduleUrl: settings.moduleUrl, environment };
  });
}
