import type { NewDemo } from '../demo-organization.ts';
import type { TablePlace } from '../local-table.ts';
import type { Step } from './steps.ts';

/** To the process that prepares a start: create the demo organization on this table. */
export interface DemoRequest {
  readonly demo: TablePlace;
}

/** To it: the cloud has answered, so what nobody waits for may begin. */
export interface ReleaseRequest {
  readonly release: true;
}

/** From it. A failed step, or a failed demo, comes with the reason. */
export type PreparationMessage =
  | { readonly step: Step; readonly failure?: string }
  | { readonly demo: NewDemo }
  | { readonly demo: undefined; readonly failure: string };
