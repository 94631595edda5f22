import { createVerify } from 'node:crypto';
import * as z from 'zod';

/** A message as a topic posts it to a web address. */
const schema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
});
export type TopicMessage = z.infer<typeof schema>;

/** Older messages are refused: replaying an old opt-in would undo a later opt-out. */
const OLDEST_MS = 3_600_000;

/** Hosts of the topics' certificates and confirmations. */
const HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

/** What checking a message needs: our topics, and a way to fetch certificates. */
export interface TopicTrust {
  readonly topics: readonly string[];
  readonly nowMs: number;
  /** The certificate at an address, as PEM. */
  certificate(url: string): Promise<string>;
}

/** The message if one of our topics signed it recently; otherwise why it is refused. */
export async function verifyTopicMessage(
  rawBody: string,
  trust: TopicTrust,
): Promise<TopicMessage | { readonly problem: string }> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(rawBody);
  } catch {
    return { problem: 'The message is not JSON.' };
  }
  const read = schema.safeParse(parsed);
  if (!read.success) return { problem: 'The message does not come from a topic.' };
  const message = read.data;
  if (!trust.topics.includes(message.TopicArn))
    return { problem: 'The topic does not belong to this installation.' };
  const age = trust.nowMs - Date.parse(message.Timestamp);
  if (!(Math.abs(age) <= OLDEST_MS)) return { problem: 'The message is too old.' };
  if (!isOfTopics(message.SigningCertURL))
    return { problem: 'The certificate is not at an address of Amazon SNS.' };
  if (message.SubscribeURL !== undefined && !isOfTopics(message.SubscribeURL)) {
    return { problem: 'The confirmation is not at an address of Amazon SNS.' };
  }
  const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  verify.update(signedText(message), 'utf8');
  let isSigned = false;
  try {
    isSigned = verify.verify(await trust.certificate(message.SigningCertURL), message.Signature, 'base64');
  } catch {
    isSigned = false;
  }
  return isSigned ? message : { problem: 'The signature is not valid.' };
}

function isOfTopics(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username } = new URL(url);
  return protocol === 'https:' && HOST.test(hostname) && port === '' && username === '';
}

/** The signed text of topics: these fields in order, each name and each value on its own line. */
export function signedText(
  message: Omit<TopicMessage, 'Signature' | 'SigningCertURL' | 'SignatureVersion'>,
): string {
  const fields =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return fields
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('');
}
