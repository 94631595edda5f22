import * as z from 'zod';
import { instantReply } from '../../../lib/http/index.ts';

/** A flag as it is shown. */
export const flagReply = z
  .object({
    id: z.string(),
    jobId: z.string(),
    target: z.enum(['delivery', 'task']),
    targetId: z.string(),
    message: z.string().nullable(),
    isAutoResolved: z.boolean().meta({ description: 'The next status of the delivery clears it.' }),
    raisedBy: z.string(),
    createdAt: instantReply,
    resolvedAt: instantReply.nullable(),
    resolvedBy: z.string().nullable(),
  })
  .meta({ id: 'DeliveryFlag' });

export const flagExample = {
  id: 'flg_0a1b2c3d4e5f6g7h8j9k0m1n2p',
  jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  target: 'delivery' as const,
  targetId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
  message: 'Not delivered 15 minutes after the window.',
  isAutoResolved: true,
  raisedBy: 'workflow:wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  createdAt: '2026-03-05T01:11:51.000Z',
  resolvedAt: null,
  resolvedBy: null,
};
