import * as z from 'zod';
import { onFailure, requiredTemplate, templatesOf, timeoutSeconds } from './shared/config-parts.ts';
import { seconds, text } from './shared/payload-parts.ts';
import { reportAction } from './shared/report-action.ts';

/** Runs the general agent on a prompt; the agent reports (specification 4.6.6). */
export const agentCall = reportAction({
  key: 'agent_call',
  title: 'Run an agent call',
  config: z.strictObject({ prompt: requiredTemplate(), timeoutSeconds, onFailure }),
  payload: z.strictObject({ prompt: text, timeoutSeconds: seconds }),
  output: 'report',
  templates: ({ prompt }) => templatesOf({ prompt }),
  compose: (context, config) => ({
    prompt: context.text(config.prompt),
    timeoutSeconds: config.timeoutSeconds,
  }),
});
