/**
 * Carries out the steps that it is given, one after the other, tells the parent process of each, and creates the demo
 * organization when asked to. Ends when the parent process disconnects.
 * Arguments: directory of the assembly, context, digest of the sources, steps.
 */
import { setPriority } from 'node:os';
import { stop } from 'esbuild';
import { writeBuildRecord } from '../../bundles/build-record.ts';
import type { TablePlace } from '../local-table.ts';
import { MAKE_STEP } from './make-step.ts';
import type { DemoRequest, PreparationMessage } from './preparation-messages.ts';
import { recordOf, type Step } from './steps.ts';

/** Lower than that of the local cloud: once functions can run, requests get the processor first. */
const BACKGROUND_NICENESS = 10;

// The parent process needs nothing more, or has ended. A bundler that loses its caller in the middle of its work says
// so at length.
process.once('disconnect', () => void stop().finally(() => process.exit()));
process.on('message', ({ demo }: DemoRequest) => void makeDemo(demo));

const [directory = '', context = '{}', digest = '', steps = ''] = process.argv.slice(2);
for (const step of steps.split(',').filter(Boolean) as Step[]) await carryOut(step);

async function carryOut(step: Step): Promise<void> {
  try {
    const files = await MAKE_STEP[step](directory, JSON.parse(context));
    writeBuildRecord(recordOf(directory, step), digest, files);
    send({ step });
    if (step === 'functions') await yieldToRequests();
  } catch (error) {
    send({ step, failure: textOf(error) });
  }
}

async function yieldToRequests(): Promise<void> {
  setPriority(BACKGROUND_NICENESS);
  // Its process has the old priority; the next one inherits the new one.
  await stop();
}

async function makeDemo(place: TablePlace): Promise<void> {
  try {
    const { createDemo } = await import('../create-demo.ts');
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
