import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { NewDemo } from '../demo-organization.ts';
import { codeInFolder, type FunctionCode } from '../functions/function-code.ts';
import type { TablePlace } from '../local-table.ts';
import type { DemoRequest, PreparationMessage, ReleaseRequest } from './preparation-messages.ts';
import { codeDirectory, type MadeOf, STEPS, type Step, stepOf } from './steps.ts';

const ENTRY = fileURLToPath(new URL('preparation-process.ts', import.meta.url));

/** What a start needs, while it is being made. */
export interface Preparation {
  /** Resolves when the step is made; rejects with what went wrong. */
  done(step: Step): Promise<void>;
  /** Where the code of functions is; in the assets of the assembly if absent. */
  readonly code?: FunctionCode;
  /** Creates the demo organization. */
  makeDemo(place: TablePlace): Promise<NewDemo>;
  /** Nothing else will be asked for: what makes it may end with the last step. */
  release(): void;
}

/** What is to be made, and where. */
export interface PreparationOrder extends MadeOf {
  readonly directory: string;
  readonly steps: readonly Step[];
}

/**
 * Makes the steps in a process of its own, whose memory is freed with it: the CDK and the bundlers use more than the
 * local cloud does. Without steps, the process starts when the demo organization is asked for, or at once if it is known
 * that it will be.
 */
export function prepareApart(
  { directory, context, sources, steps }: PreparationOrder,
  { demo: awaitsDemo = false }: { readonly demo?: boolean } = {},
): Preparation {
  const made = new Map(STEPS.map((step) => [step, Promise.withResolvers<void>()]));
  const done = (step: Step) => made.get(step)!.promise;
  for (const { promise } of made.values()) promise.catch(() => undefined);
  const missing = new Set(steps);
  for (const step of STEPS) if (!missing.has(step)) made.get(step)?.resolve();
  const demo = Promise.withResolvers<NewDemo>();
  demo.promise.catch(() => undefined);

  const start = () => {
    const child = fork(
      ENTRY,
      [directory, JSON.stringify(context), sources, steps.join(','), awaitsDemo ? 'load-demo' : ''],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    const fail = (error: Error) => {
      for (const { reject } of [...made.values(), demo]) reject(error);
    };
    child.on('message', (message: PreparationMessage) => {
      if ('step' in message) {
        const { resolve, reject } = made.get(message.step)!;
        if (message.failure === undefined) {
          missing.delete(message.step);
          resolve();
        } else reject(new Error(message.failure));
      } else if (message.demo !== undefined) demo.resolve(message.demo);
      else demo.reject(new Error(message.failure));
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      fail(new Error(`The build of the functions and stacks ended early (${signal ?? code}).`));
    });
    return child;
  };
  let child = steps.length > 0 || awaitsDemo ? start() : undefined;

  return {
    done,
    code: {
      ...codeInFolder(codeDirectory(directory)),
      whenBuilt: (bundle) => (missing.has(stepOf(bundle)) ? done(stepOf(bundle)) : undefined),
    },
    makeDemo(place) {
      child ??= start();
      child.send({ demo: place } satisfies DemoRequest);
      return demo.promise;
    },
    release() {
      child?.send({ release: true } satisfies ReleaseRequest);
      void Promise.allSettled([...made.values()].map(({ promise }) => promise)).then(() => {
        if (child?.connected) child.disconnect();
      });
    },
  };
}
