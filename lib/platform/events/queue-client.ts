import { SQSClient } from '@aws-sdk/client-sqs';
import { AWS_TIME_LIMITS } from '../runtime/index.ts';

/**
 * A client for queues whose URL the stack built from their name. It calls the region's endpoint instead of
 * the host in the URL, which is a different one on a laptop.
 */
export function queueClient(): SQSClient {
  return new SQSClient({ ...AWS_TIME_LIMITS, useQueueUrlAsEndpoint: false });
}
