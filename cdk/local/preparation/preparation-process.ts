/**
 * Carries out the steps that it is given, one after the other, tells the parent process of each, and creates the demo
 * organization when asked to. Ends when the parent process disconnects.
 * Arguments: directory of the assembly, context, digest of the sources, steps, and `load-demo` if it will be asked for.
 */
import { setPriority } from 'node:os';
import { stop } from 'esbuild';
import type { TablePlace } from '../local-table.ts';
import { makeStep } from './make-step.ts';
import type { DemoRequest, PreparationMessage, ReleaseRequest } from './preparation-messages.ts';
import { shareSteps } from './shared-steps.ts';
import { demoModule, type MadeOf, type Step } from './steps.ts';

/** Lower than that of the local cloud: once it answers, requests get the processor first. */
const BACKGROUND_NICENESS = 10;

// The parent process needs nothing more, or has ended. A bundler that loses its caller in the middle of its work says
// so at length.
process.once('disconnect', () => void stop().finally(() => process.exit()));
/** Resolves when the code of the functions is made. */
const canRun = Promise.withResolvers<void>();
canRun.promise.catch(() => undefined);
process.on('message', (message: DemoRequest | ReleaseRequest) => {
  if ('demo' in message) void makeDemo(message.demo);
  else setPriority(BACKGROUND_NICENESS);
});

const [directory = '', context = '{}', sources = '', steps = '', loadDemo = ''] = process.argv.slice(2);
const of: MadeOf = { sources, context: JSON.parse(context) };
const toMake = steps.split(',').filter(Boolean) as Step[];
if (!toMake.includes('functions')) {
  canRun.resolve();
  // Loaded while the cloud starts, as that takes as long. What is wrong with it is said when it is asked for.
  if (loadDemo === 'load-demo') import(demoModule(directory)).catch(() => undefined);
}
for (const step of toMake) await carryOut(step);
if (toMake.length > 0) shareSteps(directory, of);

async function carryOut(step: Step): Promise<void> {
  try {
    await makeStep({ directory, ...of }, step);
    send({ step });
    if (step === 'functions') canRun.resolve();
  } catch (error) {
    if (step === 'functions') canRun.reject(error);
    send({ step, failure: textOf(error) });
  }
}

async function makeDemo(place: TablePlace): Promise<void> {
  try {
    await canRun.promise;
    const { createDemo } = (await import(demoModule(directory))) as typeof import('../create-demo.ts');
    send({ demo: await createDemo(place) });
  } catch (error) {
    send({ demo: undefined, failure: textOf(error) });
  }
}

function send(message: PreparationMessage): void {
  process.send?.(message);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
