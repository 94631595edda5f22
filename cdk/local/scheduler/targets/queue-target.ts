import { callService } from './call-service.ts';
import type { TargetKind } from './target.ts';

/** An SQS queue, sent Input as the message. */
export const queueTarget = Object.freeze<TargetKind>({
  arn: /^arn:aws:sqs:[\w-]+:\d{12}:[\w.-]+$/,
  deliver: (ports, { target, input }) =>
    callService(ports, {
      roleArn: target.roleArn,
      service: 'sqs',
      action: 'SendMessage',
      body: {
        QueueUrl: ports.queueUrl(queueName(target.arn)),
        MessageBody: input,
        ...(target.messageGroupId === undefined ? {} : { MessageGroupId: target.messageGroupId }),
      },
    }),
});

export function queueName(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}
