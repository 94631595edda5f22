import type { Model } from '../../../engines/models/index.ts';
import type { BackgroundResult, KeyOfKind, PayloadOf } from '../../../engines/workflows/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { CallDeps } from '../../connections/index.ts';
import type { RunWork } from '../runs/run.ts';

/** Slug of an action whose effect is work. */
export type WorkKey = KeyOfKind<'work'>;

/** What the work of runs needs. */
export interface WorkDeps extends CoreDeps, CallDeps {
  readonly model: Model;
  /** The model whose price applies when the work names none. */
  readonly defaultModel: string;
}

/** Work of these actions, with the type of content that each declares. */
export type WorkOf<Key extends WorkKey> = Omit<RunWork, 'action' | 'payload'> & {
  readonly action: Key;
  readonly payload: PayloadOf<Key>;
};

/** Result of work, without the key of its effect. */
export type WorkResult = Omit<BackgroundResult, 'effectKey'>;

/** Result of a worker whose work is done elsewhere and ends with a call of `completeWork`. */
export const LATER = 'later';

/** How to do one kind of work. Never throws: a failure is a result. */
export type Worker<Key extends WorkKey> = (
  deps: WorkDeps,
  work: WorkOf<Key>,
) => Promise<WorkResult | typeof LATER>;
