import * as z from 'zod';
import { defineTimer } from '../../platform/timers/index.ts';

/** Fires when further windows or shifts of a template are due. */
export const templateTimer = defineTimer({
  kind: 'template',
  data: z.object({ templateId: z.string() }),
  summary: "A template's further delivery windows or shifts are due.",
});
