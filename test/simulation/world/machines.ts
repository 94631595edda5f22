import { CONVERSE_TASK, scriptedConverse } from '../../../lib/engines/models/index.ts';
import type { MachineParts, StateDefinition, StateMachine } from '../../../lib/platform/runtime/index.ts';
import { timerMachine } from '../../../lib/platform/timers/index.ts';
import type { FunctionPool } from './function-pool.ts';
import type { Queues } from './queues.ts';
import type { World } from './world.ts';

type Data = Record<string, unknown>;

/** States, and which of them comes first. */
interface Flow {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, StateDefinition>>;
}

/** Where the item of a Map state is while its parameters are filled in. */
const ITEM = '$$.Map.Item.Value';

const PARTS: MachineParts = {
  functionArn: (worker) => `sim:function/${worker}`,
  queueUrl: (worker) => worker,
};

/** Executions of the state machines that the functions start, by their real definitions. */
export class Machines {
  readonly #world: World;
  readonly #pool: FunctionPool;
  readonly #queues: Queues;
  readonly #machines: ReadonlyMap<string, StateMachine>;
  /** Inputs of the executions, by machine and name; of those that have ended, none. */
  readonly #inputs = new Map<string, string | undefined>();
  /** Executions that failed. */
  readonly failed: string[] = [];

  constructor(world: World, pool: FunctionPool, queues: Queues, machines: readonly StateMachine[]) {
    this.#world = world;
    this.#pool = pool;
    this.#queues = queues;
    this.#machines = new Map(machines.map((machine) => [machine.name, machine]));
  }

  /** Starts an execution, or finds it running with the same input; false when there was another one with this name. */
  start(machine: string, name: string, input: string): boolean {
    const definition = this.#machines.get(machine);
    if (!definition) throw new Error(`There is no state machine ${machine}.`);
    const key = `${machine}/${name}`;
    if (this.#inputs.has(key)) return this.#inputs.get(key) === input;
    this.#inputs.set(key, input);
    this.#world.tell(machine, `execution ${name} begins`);
    void this.#run(definition, name, JSON.parse(input) as Data).then(() => this.#inputs.set(key, undefined));
    return true;
  }

  async #run(machine: StateMachine, name: string, input: Data): Promise<void> {
    const flow = { StartAt: machine.startAt, States: machine.states(PARTS) };
    try {
      await this.#walk(flow, input, `${machine.name} ${name}`);
      this.#world.tell(machine.name, `execution ${name} ends`);
    } catch (error) {
      this.failed.push(`${machine.name} ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** What a sequence of states makes of `input`. Throws what none of its states catches. */
  async #walk({ StartAt, States }: Flow, input: Data, where: string): Promise<Data> {
    let at: string | undefined = StartAt;
    let data = input;
    let steps = 0;
    while (at !== undefined) {
      const state: StateDefinition = States[at]!;
      const cause = `${where} ${++steps}`;
      await this.#world.scheduler.pause(this.#world.random(cause).wait(20));
      switch (state.Type) {
        case 'Wait':
          if (this.#isStopped(where)) return data;
          await this.#world.scheduler.pause(waitMs(state, data, this.#world.now()));
          at = state.Next as string | undefined;
          break;
        case 'Task':
        case 'Map':
          try {
            const result =
              state.Type === 'Task'
                ? await this.#task(state, data, cause)
                : await this.#map(state, data, cause);
            data = resultIn(data, state, result);
            at = state.Next as string | undefined;
          } catch (error) {
            const caught = (state.Catch as readonly Data[] | undefined)?.[0];
            if (!caught) throw error;
            data = put(data, String(caught.ResultPath), { Error: String(error) });
            at = String(caught.Next);
          }
          break;
        case 'Choice':
          at = chosen(state, data);
          break;
        case 'Pass':
          at = state.Next as string | undefined;
          break;
        default:
          at = undefined;
      }
    }
    return data;
  }

  /** Of the machines that wait, only the timers' one continues when an execution is stopped. */
  #isStopped(where: string): boolean {
    const { faults } = this.#world;
    if (!where.startsWith(`${timerMachine.name} `)) return false;
    const isStopped = faults.happens('execution-stopped', this.#world.random(`stops ${where}`), where);
    if (isStopped) this.#world.tell(where, 'is stopped');
    return isStopped;
  }

  /** Runs the states for each item, all at the same time. */
  #map(state: StateDefinition, data: Data, where: string): Promise<readonly Data[]> {
    const items = read(data, String(state.ItemsPath)) as readonly unknown[];
    return Promise.all(
      items.map((item, index) =>
        this.#walk(
          state.ItemProcessor as Flow,
          filled(state.ItemSelector as Data, { ...data, [ITEM]: item }),
          `${where} item ${index}`,
        ),
      ),
    );
  }

  /** A task with the retries of its definition. */
  async #task(state: StateDefinition, data: Data, cause: string): Promise<unknown> {
    const [retry] = (state.Retry ?? []) as readonly {
      IntervalSeconds: number;
      MaxAttempts: number;
      BackoffRate: number;
    }[];
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#do(state, data, `${cause}.${attempt}`);
      } catch (error) {
        if (!retry || attempt >= retry.MaxAttempts) throw error;
        const random = this.#world.random(`retry ${cause} ${attempt}`);
        await this.#world.scheduler.pause(
          random.next() * retry.IntervalSeconds * 1000 * retry.BackoffRate ** attempt,
        );
      }
    }
  }

  async #do(state: StateDefinition, data: Data, cause: string): Promise<unknown> {
    const parameters = state.Parameters === undefined ? data : filled(state.Parameters as Data, data);
    const resource = String(state.Resource);
    if (resource === 'arn:aws:states:::sqs:sendMessage') {
      const { QueueUrl, MessageBody, DelaySeconds } = parameters as Record<string, unknown>;
      const body = typeof MessageBody === 'string' ? MessageBody : JSON.stringify(MessageBody);
      this.#queues.of(String(QueueUrl)).send(body, Number(DelaySeconds ?? 0) * 1000);
      return {};
    }
    if (resource === CONVERSE_TASK) return scriptedConverse(parameters);
    return this.#pool.invoke(resource.replace('sim:function/', ''), cause, parameters);
  }
}

function waitMs(state: StateDefinition, data: Data, nowMs: number): number {
  if (state.TimestampPath !== undefined)
    return Date.parse(String(read(data, String(state.TimestampPath)))) - nowMs;
  if (state.SecondsPath !== undefined) return Number(read(data, String(state.SecondsPath))) * 1000;
  return Number(state.Seconds) * 1000;
}

function chosen(state: StateDefinition, data: Data): string {
  for (const choice of state.Choices as readonly Data[]) {
    const value = read(data, String(choice.Variable));
    const holds =
      'BooleanEquals' in choice
        ? value === choice.BooleanEquals
        : 'StringEquals' in choice
          ? value === choice.StringEquals
          : 'IsPresent' in choice && (value !== undefined) === choice.IsPresent;
    if (holds) return String(choice.Next);
  }
  return String(state.Default);
}

/** The data of an execution with the result of a state in the place that its definition names. */
function resultIn(data: Data, { ResultPath }: StateDefinition, result: unknown): Data {
  if (ResultPath === undefined) return (result ?? {}) as Data;
  return ResultPath === null ? data : put(data, String(ResultPath), result);
}

function read(data: unknown, path: string): unknown {
  if (path === ITEM) return (data as Data)[ITEM];
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, part) => (value as Data | undefined)?.[part], data);
}

function put(data: Data, path: string, value: unknown): Data {
  return { ...data, [path.replace('$.', '')]: value };
}

function filled(parameters: Data, data: Data): Data {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) =>
      name.endsWith('.$') ? [name.slice(0, -2), read(data, String(value))] : [name, value],
    ),
  );
}
