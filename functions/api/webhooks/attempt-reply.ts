import * as z from 'zod';
import { instantReply } from '../../../lib/platform/http/index.ts';

/** An attempt to deliver a message. */
export const attemptReply = z.object({
  id: z.string(),
  msgId: z.string(),
  endpointId: z.string(),
  url: z.string(),
  status: z.string().meta({ description: '`success` or `fail`.' }),
  responseStatusCode: z.int().nullable(),
  responseDurationMs: z.int().nullable(),
  response: z
    .string()
    .nullable()
    .meta({ description: 'Start of the answer, or the reason why there was none.' }),
  triggerType: z.string().nullable().meta({ description: '`scheduled` or `manual` (a replay).' }),
  timestamp: instantReply,
});
