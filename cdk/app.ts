import { App, Tags, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { buildFunctions, functionDirectory } from './build-functions.ts';
import { HouseChecks } from './checks.ts';
import { deployStacks } from './deploy-stacks.ts';
import { stageOf } from './stage.ts';
import type { Surroundings } from './surroundings.ts';
import { deployedUnits, type Units } from './units.ts';

export interface AppOptions {
  /** Where the assembly is written; `cdk.out` by default. */
  readonly outdir?: string;
  /** CDK context; overrides that of cdk.json. */
  readonly context?: Record<string, unknown>;
  /** False leaves out cdk-nag, which is needed only for deployments. */
  readonly checked?: boolean;
  /** Units to deploy instead of the repository's own. */
  readonly units?: Units;
  /** Code of a function by the name of its bundle; that of `buildFunctions` by default. */
  readonly code?: Surroundings['code'];
}

/** Creates the app of one stage. Context comes from cdk.json and `--context`, or from `context` in tests. */
export function deliveryApp(options: AppOptions = {}): App {
  const app = new App({
    analyticsReporting: false,
    ...(options.outdir ? { outdir: options.outdir } : {}),
    ...(options.context ? { context: options.context } : {}),
  });
  const stage = stageOf(app.node);
  deployStacks(app, stage, {
    units: options.units ?? deployedUnits,
    code: options.code ?? ((bundle) => Code.fromAsset(functionDirectory(bundle))),
  });
  for (const [name, value] of Object.entries({ ...stage.tags, stage: stage.name }))
    Tags.of(app).add(name, value);
  if (options.checked !== false) Validations.of(app).addPlugins(new HouseChecks(app));
  return app;
}

/** Bundles the functions and synthesizes the app. Needs no credentials. */
export async function synthesize(options: AppOptions = {}): Promise<CloudAssembly> {
  await buildFunctions();
  return deliveryApp(options).synth();
}

if (import.meta.main) await synthesize();
