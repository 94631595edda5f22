import { App, Tags, Validations } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildFunctions } from './build-functions.ts';
import { RetainedStack } from './stacks/retained-stack.ts';
import { ServiceStack } from './stacks/service-stack.ts';
import { stageOf } from './stage.ts';

export interface AppOptions {
  /** Where the assembly is written; `cdk.out` by default. */
  readonly outdir?: string;
  /** CDK context, over that of cdk.json. */
  readonly context?: Record<string, unknown>;
  /** False leaves out cdk-nag, which is for those who deploy. */
  readonly checked?: boolean;
}

/** Makes the app of one stage. Context comes from cdk.json and `--context`, or from `context` in tests. */
export function deliveryApp(options: AppOptions = {}): App {
  const app = new App({
    analyticsReporting: false,
    ...(options.outdir ? { outdir: options.outdir } : {}),
    ...(options.context ? { context: options.context } : {}),
  });
  const stage = stageOf(app.node);
  const prefix = `delivery-${stage.name}`;
  const terminationProtection = stage.name === 'prod';
  const retained = new RetainedStack(app, `${prefix}-retained`, { terminationProtection });
  const service = new ServiceStack(app, `${prefix}-service`, {
    prefix,
    retained,
    terminationProtection,
    ...stage.service,
  });
  service.addStackDependency(retained);
  Tags.of(app).add('stage', stage.name);
  if (options.checked !== false) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

/** Bundles the functions and synthesizes the app. Needs no credentials. */
export async function synthesize(options: AppOptions = {}): Promise<CloudAssembly> {
  await buildFunctions();
  return deliveryApp(options).synth();
}

if (import.meta.main) await synthesize();
