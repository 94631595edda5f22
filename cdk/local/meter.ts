import { TABLE_SHAPE } from '../../lib/platform/table/key.ts';
import { isRecord, jsonBody, numberOf, recordsOf } from './aws-json.ts';
import type { AwsCall, AwsService } from './ports.ts';

/** One AWS call as a meter sees it. */
export interface MeteredCall {
  /** Access key id of the caller: a function's name, or the ARN of the role in which a part of the cloud acts. */
  readonly caller: string;
  readonly service: string;
  readonly action: string;
  /** True when the service answered with 2xx. */
  readonly isAnswered: boolean;
  /** Consumption of the call as reported by DynamoDB, indexes included; 0 for other services. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Messages that the call put into a queue; 0 for other calls. */
  readonly messages: number;
  /** Name of the queue of these messages; empty for other calls. */
  readonly queue: string;
  /** Types of the items that the call writes, and of the one that it reads; empty for other calls. */
  readonly items: readonly string[];
}

/** Called after every AWS call, and for every invocation of a function (`lambda`, `Invoke`) with its name. */
export type Meter = (call: MeteredCall) => void;

/** DynamoDB operations that consume write units; all others read. */
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);

/** `service`, with every call reported to `meter`. DynamoDB reports the consumption of every call. */
export function metered(service: AwsService, meter: Meter): AwsService {
  return Object.freeze({
    ...service,
    async handle(call: AwsCall) {
      const reply = await service.handle(service.name === 'dynamodb' ? askingForUnits(call) : call);
      const isAnswered = reply.status < 300;
      const units = service.name === 'dynamodb' && isAnswered ? unitsIn(reply.body) : 0;
      const isWrite = WRITES.has(call.action);
      meter({
        caller: call.accessKeyId,
        service: call.service,
        action: call.action,
        isAnswered,
        readUnits: isWrite ? 0 : units,
        writeUnits: isWrite ? units : 0,
        messages: messagesIn(call),
        queue: queueIn(call),
        items: service.name === 'dynamodb' && isAnswered ? itemsIn(call) : [],
      });
      return reply;
    },
  });
}

/** An invocation of a function for a meter. */
export function meteredInvocation(functionName: string, isAnswered: boolean): MeteredCall {
  return {
    caller: functionName,
    service: 'lambda',
    action: 'Invoke',
    isAnswered,
    readUnits: 0,
    writeUnits: 0,
    messages: 0,
    queue: '',
    items: [],
  };
}

function messagesIn(call: AwsCall): number {
  if (call.action === 'SendMessage') return 1;
  return call.action === 'SendMessageBatch' ? recordsOf(jsonBody(call).Entries).length : 0;
}

/** The last part of a queue's URL is its name. */
function queueIn(call: AwsCall): string {
  const isSend = call.action === 'SendMessage' || call.action === 'SendMessageBatch';
  return isSend ? String(jsonBody(call).QueueUrl).split('/').at(-1)! : '';
}

function itemsIn(call: AwsCall): readonly string[] {
  const { Item, Key, TransactItems } = jsonBody(call);
  const members = [{ Put: { Item } }, { Get: { Key } }, ...recordsOf(TransactItems)];
  return members
    .flatMap((member) => Object.values(member))
    .flatMap((operation) => {
      if (!isRecord(operation)) return [];
      if (isRecord(operation.Item) && isRecord(operation.Item.type)) return [String(operation.Item.type.S)];
      const place = isRecord(operation.Key) ? operation.Key[TABLE_SHAPE.sortKey] : undefined;
      const [kind, name] = isRecord(place) ? String(place.S).split('#') : [];
      return kind === 's' && name ? [name] : [];
    });
}

function askingForUnits(call: AwsCall): AwsCall {
  try {
    return {
      ...call,
      body: Buffer.from(JSON.stringify({ ...jsonBody(call), ReturnConsumedCapacity: 'TOTAL' })),
    };
  } catch {
    // Not JSON; the service itself reports that.
    return call;
  }
}

/** The consumption of one table, or a list with one per table. */
function unitsIn(body: string | Uint8Array): number {
  const reply: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  if (!isRecord(reply)) return 0;
  const { ConsumedCapacity: consumed } = reply;
  const accounts = isRecord(consumed) ? [consumed] : recordsOf(consumed);
  return accounts.reduce((sum, { CapacityUnits }) => sum + (numberOf(CapacityUnits) ?? 0), 0);
}
