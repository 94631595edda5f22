import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';

/** Synthesizes a small CDK app made for one test; returns the directory of its assembly. */
export function synthesizeFixture(build: (app: App) => Stack): string {
  const outdir = mkdtempSync(join(tmpdir(), 'assembly-'));
  const app = new App({ outdir, analyticsReporting: false });
  build(app);
  app.synth({ skipValidation: true });
  return outdir;
}
