import type { NamedDimension, TimeGroup } from './dimensions.ts';
import type { Measure } from './measure.ts';

/** What a group of numbers can be formed by. */
export type GroupName = NamedDimension | TimeGroup;

/** What somebody wants to know. */
export interface Question {
  readonly measure: Measure;
  /** First and last day, in the organization's time zone. */
  readonly from: string;
  readonly to: string;
  readonly groupBy: readonly GroupName[];
  /** Values of which one must apply, by dimension. */
  readonly filters: Readonly<Partial<Record<NamedDimension, readonly string[]>>>;
  /** Of amounts; absent = the organization's. */
  readonly currency?: string | undefined;
  /** Whether the period before is asked for as well. */
  readonly isCompared: boolean;
}

/** Who asks: callers with limits see the numbers of their stores and groups only. */
export interface Asker {
  readonly organizationId: string;
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}
