import * as z from 'zod';
import { onFailure, requiredTemplate, templatesOf, timeoutSeconds } from './shared/config-parts.ts';
import { seconds, text } from './shared/payload-parts.ts';
import { reportAction } from './shared/report-action.ts';

/** Runs an automated browser on instructions; it reports (specification 4.6.6). */
export const browserAutomation = reportAction({
  key: 'browser_automation',
  title: 'Run a browser automation',
  config: z.strictObject({
    startUrl: z.url({ protocol: /^https$/ }).max(2_000),
    instructions: requiredTemplate(),
    timeoutSeconds,
    onFailure,
  }),
  payload: z.strictObject({ startUrl: text, instructions: text, timeoutSeconds: seconds }),
  output: 'report',
  templates: ({ instructions }) => templatesOf({ instructions }),
  compose: (context, config) => ({
    startUrl: config.startUrl,
    instructions: context.text(config.instructions),
    timeoutSeconds: config.timeoutSeconds,
  }),
});
