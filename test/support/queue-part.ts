import type { Parts } from '../../cdk/local/parts.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type ResourceType } from '../../cdk/local/ports.ts';

/** A part with queues that only record what was sent: enough to see calls arrive and permissions applied. */
export function queuePart(sent: string[]): Parts {
  const arn = (name: string) => `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
  const queue: ResourceType = {
    type: 'AWS::SQS::Queue',
    phase: 'storage',
    properties: { QueueName: 'used', 'RedrivePolicy.maxReceiveCount': 'used' },
    ref: ({ physicalName }) => `http://127.0.0.1/${LOCAL_ACCOUNT}/${physicalName}`,
    attributes: ({ physicalName }) => ({ Arn: arn(physicalName), QueueName: physicalName }),
  };
  const json = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) });
  return async (_, started) =>
    started({
      resourceTypes: [queue],
      services: [
        {
          name: 'sqs',
          needs: (call) => {
            const { QueueUrl } = JSON.parse(call.body.toString()) as { QueueUrl: string };
            return [{ action: `sqs:${call.action}`, resource: arn(QueueUrl.split('/').at(-1)!) }];
          },
          handle: async (call) => {
            sent.push(call.body.toString());
            return json(200, { MessageId: '1' });
          },
          denied: (message) => json(400, { __type: 'AccessDeniedException', message }),
          idle: async () => true,
          stop: async () => undefined,
        },
      ],
      stop: async () => undefined,
    });
}
