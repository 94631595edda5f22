import { readFileSync } from 'node:fs';
import { buildFunctions } from '../build-functions.ts';

/** Differences on a laptop: a list of streets replaces the map, and distances are estimated. */
const LOCAL_CONTEXT = { geocoder: 'gazetteer', travel: 'estimate' } as const;

/**
 * Builds the functions and synthesizes the app of cdk.json into `directory`, as `cdk synth --context ...` would. The
 * rules for deployments are left to `cdk synth` and the tests of the stacks, because they take longer than everything
 * else.
 */
export async function synthesizeLocally(
  directory: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const settings = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    readonly context: Readonly<Record<string, unknown>>;
  };
  // The bundler runs in its own process while the CDK loads.
  const [{ deliveryApp }] = await Promise.all([import('../app.ts'), buildFunctions()]);
  const app = deliveryApp({
    outdir: directory,
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
