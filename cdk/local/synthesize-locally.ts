import { readFileSync } from 'node:fs';
import type { AppOptions } from '../app.ts';
import { buildFunctions } from '../build-functions.ts';

/**
 * Differences on a laptop: a list of streets replaces the map, that of the console comes with it, distances are estimated, logs cost nothing, and no message
 * waits for others.
 */
const LOCAL_CONTEXT = {
  geocoder: 'gazetteer',
  travel: 'estimate',
  map: 'none',
  logLevel: 'DEBUG',
  batching: false,
} as const;

/** Builds the functions as for a deployment, and synthesizes the app with them into `directory`. */
export async function synthesizeLocally(
  directory: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await buildFunctions();
  await synthesizeTemplates(directory, context);
}

/**
 * Synthesizes the app of cdk.json into `directory`, as `cdk synth --context ...` would, with this code of functions; if
 * absent, that of `buildFunctions`. The rules for deployments are left to `cdk synth` and the tests of the stacks,
 * because they take longer than everything else.
 */
export async function synthesizeTemplates(
  directory: string,
  context: Readonly<Record<string, unknown>>,
  code?: AppOptions['code'],
): Promise<void> {
  const settings = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    readonly context: Readonly<Record<string, unknown>>;
  };
  // Imported late: callers that only need the functions do not need the CDK.
  const { deliveryApp } = await import('../app.ts');
  const app = deliveryApp({
    checked: false,
    outdir: directory,
    ...(code && { code }),
    context: { ...settings.context, ...LOCAL_CONTEXT, ...context },
  });
  const { CDK_VALIDATION } = process.env;
  process.env.CDK_VALIDATION = 'false';
  try {
    app.synth({ skipValidation: true });
  } finally {
    if (CDK_VALIDATION === undefined) delete process.env.CDK_VALIDATION;
    else process.env.CDK_VALIDATION = CDK_VALIDATION;
  }
}
