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
  /** Model whose price counts when the work names none. */
  readonly defaultModel: string;
}

/** Work of these actions, with the type of content that they declare. */
export type WorkOf<Key extends WorkKey> = Omit<RunWork, 'action' | 'payload'> & {
  readonly action: Key;
  readonly payload: PayloadOf<Key>;
};

/** Result of work, without the key of the effect that it belongs to. */
export type WorkResult = Omit<BackgroundResult, 'effectKey'>;

/** Result of a worker whose work is done elsewhere, which calls `completeWork` at its end. */
export const LATER = 'later';

/** How one kind of work is done. Never throws: a failure is a result. */
export type Worker<Key extends WorkKey> = (
  deps: WorkDeps,
  work: WorkOf<Key>,
) => Promise<WorkResult | typeof LATER>;
