import type { FieldType } from '../fields/define-field.ts';

/** What an organization has set up, as far as a workflow can refer to it. An absent list is not checked. */
export interface Environment {
  readonly dispatchStrategies?: readonly string[];
  readonly optimizationStrategies?: readonly string[];
  /** Notification destinations. */
  readonly destinations?: readonly string[];
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly connections?: readonly Connection[];
  /** Custom event definitions. An event needs none, but an archived one cannot be used. */
  readonly customEvents?: readonly CustomEvent[];
  readonly agents?: readonly Agent[];
  /** The organization's time zone by name, for local times that no location decides. Absent = UTC. */
  readonly timeZone?: string;
  /** Types of notification trigger, for `notification_trigger.tripped`. */
  readonly notificationTriggers?: readonly string[];
}

/** An administrator's HTTP connection, without its credentials (specification 4.6.15). */
export interface Connection {
  readonly id: string;
  /** `https://host[:port]` and nothing after it. */
  readonly origin: string;
  readonly allowedMethods: readonly string[];
  /** Starts and ends with `/`. */
  readonly pathPrefix: string;
  /** Names of query parameters, headers and top-level body fields that a node may set. */
  readonly settableFields: readonly string[];
}

/** A custom event definition. */
export interface CustomEvent {
  readonly id: string;
  readonly key: string;
  readonly isArchived?: boolean;
}

/** A custom agent (specification 4.6.17). */
export interface Agent {
  readonly id: string;
  /** Only agents that report and change nothing can be selected. */
  readonly reportOnly: boolean;
  /** Fields of its output format, when it has one. */
  readonly outputFormat?: Readonly<Record<string, FieldType>>;
}
