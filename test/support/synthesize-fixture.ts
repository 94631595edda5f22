import { App, type Stack } from 'aws-cdk-lib';
import { temporaryDirectory } from './temporary-directory.ts';

/** Synthesizes a small CDK app for one test. Returns the directory of its assembly. */
export function synthesizeFixture(build: (app: App) => Stack): string {
  const outdir = temporaryDirectory('assembly');
  const app = new App({ outdir, analyticsReporting: false });
  build(app);
  app.synth({ skipValidation: true });
  return outdir;
}
