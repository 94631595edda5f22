import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import type { AwsService } from '../../../../../cdk/local/ports.ts';
import { createSqs } from '../../../../../cdk/local/sqs/index.ts';
import { anyClock } from '../support/any-clock.ts';
import { anyResource, createResource } from '../support/any-cloud.ts';
import { serveServices } from '../support/serve-services.ts';

test('the AWS SDK sends, receives and deletes by the queue URL that the template resolves to', async () => {
  const services: AwsService[] = [];
  const served = await serveServices(() => services);
  const sqs = createSqs({ clock: anyClock(), dataDirectory: undefined, endpoint: served.endpoint });
  services.push(...sqs.services);
  const queue = anyResource('work', 'AWS::SQS::Queue', {});
  await createResource(sqs, queue);
  const QueueUrl = sqs.resourceTypes[0]!.ref(queue);
  const client = new SQSClient({
    endpoint: served.endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

  expect((await client.send(new GetQueueUrlCommand({ QueueName: 'work' }))).QueueUrl).toBe(QueueUrl);
  await client.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: [{ Id: 'a', MessageBody: 'ünï', MessageGroupId: 'org_1' }],
    }),
  );
  const binary = new Uint8Array([0, 1, 255]);
  await client.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: 'second',
      MessageAttributes: { raw: { DataType: 'Binary', BinaryValue: binary } },
    }),
  );
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 1,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  );
  expect(Messages.map(({ Body }) => Body)).toEqual(['ünï', 'second']);
  expect(Messages[0]?.Attributes?.MessageGroupId).toBe('org_1');
  expect(Messages[1]?.MessageAttributes?.raw?.BinaryValue).toEqual(binary);
  const ReceiptHandle = Messages[0]?.ReceiptHandle;
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 60 }));
  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  expect(sqs.queues.counts('work')).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  const missing = new SendMessageCommand({ QueueUrl: `${QueueUrl}-other`, MessageBody: 'x' });
  await expect(client.send(missing)).rejects.toBeInstanceOf(QueueDoesNotExist);

  client.destroy();
  await sqs.stop();
  await served.stop();
});
