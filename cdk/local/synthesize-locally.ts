import { readFileSync } from 'node:fs';
import { synthesize } from '../app.ts';

/** What differs on a laptop: there is no map to geocode with. */
const LOCAL_CONTEXT = { geocoder: 'none' } as const;

/** Builds the functions and synthesizes the app of cdk.json into `directory`, as `cdk synth` would. */
export async function synthesizeLocally(directory: string): Promise<void> {
  const settings = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    readonly context: Readonly<Record<string, unknown>>;
  };
  await synthesize({ outdir: directory, context: { ...settings.context, ...LOCAL_CONTEXT } });
}
