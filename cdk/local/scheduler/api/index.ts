import { AwsError, jsonBody } from '../../aws-json.ts';
import type { AwsCall, AwsReply, AwsService } from '../../ports.ts';
import {
  createScheduleGroup,
  deleteScheduleGroup,
  getScheduleGroup,
  listScheduleGroups,
} from './schedule-groups.ts';
import type { SchedulerApiParts, SchedulerCall, SchedulerOperation } from './scheduler-api.ts';
import { createSchedule, deleteSchedule, getSchedule, listSchedules, updateSchedule } from './schedules.ts';

const OPERATIONS: Readonly<Record<string, SchedulerOperation>> = {
  CreateSchedule: createSchedule,
  UpdateSchedule: updateSchedule,
  GetSchedule: getSchedule,
  DeleteSchedule: deleteSchedule,
  ListSchedules: listSchedules,
  CreateScheduleGroup: createScheduleGroup,
  GetScheduleGroup: getScheduleGroup,
  DeleteScheduleGroup: deleteScheduleGroup,
  ListScheduleGroups: listScheduleGroups,
};

/** The EventBridge Scheduler API, REST with JSON bodies. Tags are not supported. */
export function createSchedulerApi(
  parts: SchedulerApiParts,
  lifecycle: Pick<AwsService, 'idle' | 'stop'>,
): AwsService {
  return Object.freeze<AwsService>({
    name: 'scheduler',
    actionOf(method, path) {
      const { kind } = splitPath(path);
      const found = Object.entries(OPERATIONS).find(
        ([, operation]) => operation.method === method && operation.path === kind,
      );
      return found?.[0];
    },
    needs(call) {
      try {
        return OPERATIONS[call.action]?.needs(read(call)) ?? [];
      } catch (error) {
        // `handle` meets the same problem and reports it.
        if (error instanceof AwsError) return [];
        throw error;
      }
    },
    async handle(call) {
      try {
        const operation = OPERATIONS[call.action];
        if (operation === undefined) {
          throw new AwsError('UnknownOperationException', `${call.action} is not supported here`);
        }
        return reply(200, operation.handle(parts, read(call)));
      } catch (error) {
        if (error instanceof AwsError) return failed(error);
        throw error;
      }
    },
    denied: (message) => failed(new AwsError('AccessDeniedException', message, { status: 403 })),
    ...lifecycle,
  });
}

function read(call: AwsCall): SchedulerCall {
  return { name: splitPath(call.path).name, query: call.query, body: jsonBody(call) };
}

/** `/schedules/a%20b` is kind `/schedules/` and name `a b`. */
function splitPath(path: string): { readonly kind: string; readonly name: string } {
  const end = path.indexOf('/', 1);
  if (end < 0) return { kind: path, name: '' };
  return { kind: path.slice(0, end + 1), name: decode(path.slice(end + 1)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No name may contain a percent sign, so it is refused unchanged.
    return text;
  }
}

function failed(error: AwsError): AwsReply {
  const answer = reply(error.status, { Message: error.message });
  return { ...answer, headers: { ...answer.headers, 'x-amzn-errortype': error.code } };
}

function reply(status: number, body: object): AwsReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
