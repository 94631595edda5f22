import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { type Stage, stageOf } from './stage.ts';

/** The context that is passed to a tool outside of a deployment. */
interface Told {
  readonly stage: Stage;
  readonly region: string;
  /** Arguments that are no options. */
  readonly words: readonly string[];
}

const settings = z.object({ context: z.record(z.string(), z.unknown()) });

/** The stage and the region that a deployment with these arguments (`--context key=value`) would have. */
export function contextOf(args: readonly string[]): Told {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { context: { type: 'string', multiple: true } },
  });
  const given = (values.context ?? []).map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  const { context } = settings.parse(JSON.parse(readFileSync('cdk.json', 'utf8')));
  const app = new App({ analyticsReporting: false, context: { ...context, ...Object.fromEntries(given) } });
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  if (region === undefined) throw new Error('Set AWS_REGION to the region of the deployment.');
  return { stage: stageOf(app.node), region, words: positionals };
}
