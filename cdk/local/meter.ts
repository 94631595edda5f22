import { isRecord, jsonBody, numberOf, recordsOf } from './aws-json.ts';
import type { AwsCall, AwsService } from './ports.ts';

/** One AWS call as a meter sees it. */
export interface MeteredCall {
  /** Access key id of the caller: a function's name, or the ARN of the role that a part of the cloud acts as. */
  readonly caller: string;
  readonly service: string;
  readonly action: string;
  /** True when the service answered with 2xx. */
  readonly isAnswered: boolean;
  /** DynamoDB's own account of what the call consumed, indexes included; 0 for other services. */
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Is told of every AWS call after it was answered. */
export type Meter = (call: MeteredCall) => void;

/** DynamoDB operations that consume write units; all others read. */
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);

/** `service`, each of its calls told to `meter`. DynamoDB is asked what every call consumed. */
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
      });
      return reply;
    },
  });
}

function askingForUnits(call: AwsCall): AwsCall {
  try {
    return {
      ...call,
      body: Buffer.from(JSON.stringify({ ...jsonBody(call), ReturnConsumedCapacity: 'TOTAL' })),
    };
  } catch {
    // Not JSON: the service says so itself.
    return call;
  }
}

/** One table's account, or a list of one per table. */
function unitsIn(body: string | Uint8Array): number {
  const reply: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
  if (!isRecord(reply)) return 0;
  const { ConsumedCapacity: consumed } = reply;
  const accounts = isRecord(consumed) ? [consumed] : recordsOf(consumed);
  return accounts.reduce((sum, { CapacityUnits }) => sum + (numberOf(CapacityUnits) ?? 0), 0);
}
