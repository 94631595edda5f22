import * as z from 'zod';
import { limits } from '../limits.ts';
import {
  onFailure,
  requiredTemplate,
  templatesOf,
  templateText,
  timeoutSeconds,
} from './shared/config-parts.ts';
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
  output: 'summary',
  templates: ({ text, instructions }) => templatesOf({ text, instructions }),
  payload: (context, { text, instructions }) => ({
    text: context.text(text),
    instructions: instructions === undefined ? null : context.text(instructions),
  }),
});
