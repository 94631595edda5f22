import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * A client for queues whose URL the stack made from their name. It asks the region's endpoint instead of the host in
 * the URL: on a laptop that is another one.
 */
export function queueClient(): SQSClient {
  return new SQSClient({ useQueueUrlAsEndpoint: false });
}
