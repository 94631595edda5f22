import type { Meter, MeteredCall } from '../../cdk/local/meter.ts';

/** What was asked of DynamoDB. */
export interface CountedCalls {
  /** Operations in the order of the calls. */
  readonly operations: readonly string[];
  readonly reads: number;
  readonly writes: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Records the DynamoDB calls since the last `reset`. */
export interface CallCounter {
  readonly meter: Meter;
  reset(): void;
  /** The calls of one function, by its name. */
  of(functionName: string): CountedCalls;
}

const WRITE = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Creates a counter; its meter is passed to the local cloud. */
export function countCalls(): CallCounter {
  let calls: MeteredCall[] = [];
  return {
    meter(call) {
      if (call.service === 'dynamodb') calls.push(call);
    },
    reset() {
      calls = [];
    },
    of(functionName) {
      const own = calls.filter(({ caller }) => caller === functionName);
      const writes = own.filter(({ action }) => WRITE.test(action)).length;
      return {
        operations: own.map(({ action, isAnswered }) => (isAnswered ? action : `${action} (refused)`)),
        reads: own.length - writes,
        writes,
        readUnits: own.reduce((sum, { readUnits }) => sum + readUnits, 0),
        writeUnits: own.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      };
    },
  };
}
