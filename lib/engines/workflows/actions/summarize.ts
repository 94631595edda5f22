import * as z from 'zod';
import { limits } from '../limits.ts';
import {
  onFailure,
  requiredTemplate,
  templatesOf,
  templateText,
  timeoutSeconds,
} from './shared/config-parts.ts';
import { seconds, text, textOrNull } from './shared/payload-parts.ts';
import { reportAction } from './shared/report-action.ts';

/** Asks a model to summarize a text (specification 4.6.6). */
export const summarize = reportAction({
  key: 'summarize',
  title: 'Summarize',
  config: z.strictObject({
    text: requiredTemplate(limits.information),
    instructions: templateText().optional(),
    timeoutSeconds,
    onFailure,
  }),
  payload: z.strictObject({
    text,
    instructions: textOrNull,
    timeoutSeconds: seconds,
  }),
  output: 'summary',
  templates: (config) => templatesOf({ text: config.text, instructions: config.instructions }),
  compose: (context, { instructions, ...config }) => ({
    text: context.text(config.text),
    instructions: instructions === undefined ? null : context.text(instructions),
    timeoutSeconds: config.timeoutSeconds,
  }),
});
