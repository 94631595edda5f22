import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ExecutionAlreadyExists, type SFNClient } from '@aws-sdk/client-sfn';
import type { SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Attributes } from '../../support/memory-dynamodb/values.ts';
import type { Instance } from './function-pool.ts';
import type { Machines } from './machines.ts';
import type { Queues } from './queues.ts';
import { readable } from './readable.ts';

type Command = { readonly input: object };

/** As in the SDK: maximum number of times that a call is sent which was throttled or whose answer was lost. */
const ATTEMPTS = 3;

const error = (name: string) => Object.assign(new Error(`${name} (simulated)`), { name });

/**
 * Sends a command as the SDK does, subject to what the network and the service do to it. `attempts` is the maximum
 * number of times that it is sent.
 */
export async function sent<Answer>(
  instance: Instance,
  what: string,
  effect: () => Answer | Promise<Answer>,
  { attempts = ATTEMPTS }: { readonly attempts?: number } = {},
): Promise<Answer> {
  const { faults } = instance.world;
  const where = `${instance.functionName} ${instance.cause} ${what}`;
  const isOut = faults.happens('outage', instance.random, where);
  for (let attempt = 1; ; attempt += 1) {
    const isThrottled = isOut || faults.happens('throttle', instance.random, where);
    const isLost = !isThrottled && faults.happens('lost-answer', instance.random, where);
    try {
      return await instance.call(
        what,
        () => {
          if (isThrottled) throw error('ThrottlingException');
          let answer: Answer | Promise<Answer>;
          try {
            answer = effect();
          } catch (failure) {
            if (isLost) throw error('TimeoutError');
            throw failure;
          }
          if (isLost) throw error('TimeoutError');
          return answer;
        },
        instance.awsTimes(what),
      );
    } catch (failure) {
      const { name } = failure as Error;
      if ((name === 'ThrottlingException' || name === 'TimeoutError') && attempt < attempts) continue;
      throw attempt === 1 ? failure : Object.assign(failure as Error, { $metadata: { attempts: attempt } });
    }
  }
}

/** The document client of one function's instance. */
export function tableClient(instance: Instance): DynamoDBDocumentClient {
  const { db, faults } = instance.world;
  return {
    async send(command: Command) {
      const name = command.constructor.name;
      let { input } = command;
      const where = `${instance.functionName} ${instance.cause}`;
      if (name !== 'TransactWriteCommand') {
        const isShort = name === 'BatchGetCommand' && faults.happens('keys-left-out', instance.random, where);
        const asked = isShort ? firstHalf(input as BatchGetInput) : { input, left: undefined };
        return sent(instance, name, () =>
          tellCall(instance, name, asked.input, () => ({
            ...(db.answer(name, asked.input) as object),
            ...(asked.left ? { UnprocessedKeys: asked.left } : {}),
          })),
        );
      }
      // As in the SDK: one token for all attempts to send a transaction.
      input = { ClientRequestToken: Buffer.from(instance.random.bytes(16)).toString('hex'), ...input };
      const meets = faults.happens('transaction-conflict', instance.random, where);
      const isThrottled = !meets && faults.happens('transaction-throttled', instance.random, where);
      const members = (input as { readonly TransactItems: readonly unknown[] }).TransactItems.length;
      const met = instance.random.between(0, members - 1);
      return sent(instance, name, () =>
        tellCall(instance, name, input, () => {
          if (meets) throw canceledAt(met, members, 'TransactionConflict');
          if (isThrottled) throw canceledAt(met, members, 'ThrottlingError');
          return db.answer(name, input);
        }),
      );
    },
    middlewareStack: { add: () => undefined },
    destroy: () => undefined,
  } as unknown as DynamoDBDocumentClient;
}

function tellCall<Answer>(instance: Instance, name: string, input: object, run: () => Answer): Answer {
  const { world } = instance;
  try {
    world.writer = instance.cause;
    const answer = run();
    world.tell(instance.functionName, () => `${name.replace('Command', '')} ${keysIn(input)}`);
    return answer;
  } catch (failure) {
    world.tell(
      instance.functionName,
      () => `${name.replace('Command', '')} ${keysIn(input)} refused: ${(failure as Error).message}`,
    );
    throw failure;
  } finally {
    world.writer = undefined;
  }
}

/** What a call is about, briefly. */
function keysIn(input: object): string {
  const { Key, Item, TransactItems, ExpressionAttributeValues, IndexName } = input as Record<string, never>;
  const of = (key: { pk?: string; sk?: string } | undefined) => `${key?.pk} ${key?.sk}`;
  if (TransactItems) {
    return (TransactItems as Record<string, { Item?: Attributes; Key?: object }>[])
      .map((member) =>
        Object.entries(member)
          .map(([kind, { Item: item, Key: key }]) => `${kind} ${of(item ?? key)}${statusOf(item)}`)
          .join(''),
      )
      .join('; ');
  }
  if (Item || Key) return `${of(Item ?? Key)}${statusOf(Item)}`;
  return `${IndexName ?? ''} ${Object.values(ExpressionAttributeValues ?? {}).join(' ')}`;
}

function statusOf(item: Readonly<Attributes> | undefined): string {
  const { data } = (item ? readable(item) : {}) as {
    data?: { status?: string; state?: string; name?: string };
  };
  const word = data?.status ?? data?.state ?? data?.name;
  return word === undefined ? '' : ` (${word})`;
}

interface BatchGetInput {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly object[] }>>;
}

/** The first half of the keys of a batch, and the keys that are left. */
function firstHalf({ RequestItems }: BatchGetInput): { readonly input: object; readonly left: object } {
  const [[table, { Keys, ...rest }]] = Object.entries(RequestItems) as [
    [string, { Keys: readonly object[] }],
  ];
  const half = Math.floor(Keys.length / 2);
  const part = (keys: readonly object[]) => (keys.length > 0 ? { [table]: { ...rest, Keys: keys } } : {});
  return half === 0
    ? { input: { RequestItems }, left: {} }
    : { input: { RequestItems: part(Keys.slice(0, half)) }, left: part(Keys.slice(half)) };
}

/** A transaction that was cancelled because of one of its members. */
function canceledAt(met: number, members: number, code: string): Error {
  return new TransactionCanceledException({
    message: `Transaction cancelled (simulated ${code})`,
    $metadata: {},
    CancellationReasons: Array.from({ length: members }, (_, index) => ({
      Code: index === met ? code : 'None',
    })),
  });
}

/** The URL of a queue of the simulated world. */
export const queueUrl = (worker: string) => `sim:queue/${worker}`;
/** Placeholders in the environment for the function's own queue and its dead letters. */
export const OWN_QUEUE = 'sim:own';
export const OWN_DEAD_LETTERS = 'sim:dead';

/** A client of queues. */
export function queueClient(instance: Instance, queues: Queues): SQSClient {
  const { faults } = instance.world;
  const nameOf = (url: string) =>
    url.startsWith('sim:queue/') ? url.slice('sim:queue/'.length) : instance.functionName;
  return {
    async send(command: Command) {
      const input = command.input as Record<string, never>;
      const url = String(input.QueueUrl);
      switch (command.constructor.name) {
        case 'SendMessageBatchCommand': {
          const entries = (input as unknown as SendMessageBatchCommandInput).Entries ?? [];
          return sent(instance, `send to ${nameOf(url)}`, () => {
            const Failed: { Id: string | undefined }[] = [];
            for (const { Id, MessageBody = '', DelaySeconds = 0 } of entries) {
              if (faults.happens('partial-send', instance.random, nameOf(url))) Failed.push({ Id });
              else queues.of(nameOf(url)).send(MessageBody, DelaySeconds * 1000);
            }
            return { Failed };
          });
        }
        case 'SendMessageCommand':
          return sent(instance, `send to ${nameOf(url)}`, () => {
            const body = String(input.MessageBody);
            if (url === OWN_DEAD_LETTERS) queues.of(nameOf(url)).park(body, 'its worker');
            else queues.of(nameOf(url)).send(body, Number(input.DelaySeconds ?? 0) * 1000);
            return {};
          });
        case 'ChangeMessageVisibilityCommand':
          return sent(instance, 'change visibility', () => {
            queues
              .of(nameOf(url))
              .putOff(String(input.ReceiptHandle), Number(input.VisibilityTimeout) * 1000);
            return {};
          });
        default:
          throw new Error(`The simulated queues do not know ${command.constructor.name}.`);
      }
    },
  } as unknown as SQSClient;
}

/** A client of Step Functions. */
export function machineClient(instance: Instance, machines: Machines): SFNClient {
  return {
    async send(command: Command) {
      if (command.constructor.name !== 'StartExecutionCommand') {
        throw new Error(`The simulated machines do not know ${command.constructor.name}.`);
      }
      const { stateMachineArn, name, input } = command.input as Record<string, string>;
      return sent(instance, `start ${stateMachineArn}`, () => {
        if (!machines.start(String(stateMachineArn), String(name), String(input))) {
          throw new ExecutionAlreadyExists({ message: 'It exists.', $metadata: {} });
        }
        return { executionArn: name };
      });
    },
  } as unknown as SFNClient;
}
