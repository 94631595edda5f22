import { LOCAL_ACCOUNT, LOCAL_REGION } from '../ports.ts';

/** Values of the context attributes of an input. */
export interface FiringContext {
  readonly scheduleArn: string;
  readonly scheduledMs: number;
  readonly executionId: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/**
 * The target's input with its `<aws.scheduler....>` context attributes filled in (user guide, "Context
 * attributes"). Without an input the target gets the default notification.
 */
export function fillInput(input: string | undefined, context: FiringContext): string {
  const time = new Date(context.scheduledMs).toISOString().replace('.000Z', 'Z');
  if (input === undefined) return defaultNotification(context, time);
  const values: Readonly<Record<string, string>> = {
    'schedule-arn': context.scheduleArn,
    'scheduled-time': time,
    'execution-id': context.executionId,
    'attempt-number': String(context.attempt),
  };
  return input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (found, name: string) => values[name] ?? found);
}

function defaultNotification({ scheduleArn, executionId }: FiringContext, time: string): string {
  return JSON.stringify({
    version: '0',
    id: executionId,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: LOCAL_ACCOUNT,
    time,
    region: LOCAL_REGION,
    resources: [scheduleArn],
    detail: '{}',
  });
}
