/** One allowed step between statuses. */
export interface Transition<Status extends string, Trigger extends string, Guard extends string> {
  readonly trigger: Trigger;
  readonly from: readonly Status[];
  /** What has to hold; absent = always. */
  readonly guard?: Guard;
  readonly to: Status;
}

/** How a diagram of a lifecycle shows what would be too many arrows. */
export interface Drawing<Status extends string> {
  /** Statuses that can follow all the others: drawn once, from a group of these that has this name. */
  readonly fromAnywhere?: { readonly group: string; readonly to: readonly Status[] };
  /** Steps may be skipped: only those to the next status are drawn, without their triggers. */
  readonly skipsSteps?: boolean;
}

/** What a lifecycle is defined by. */
interface LifecycleDefinition<Status extends string, Trigger extends string, Guard extends string> {
  /** Heading of its diagram. */
  readonly title: string;
  readonly statuses: readonly Status[];
  readonly initial: readonly NoInfer<Status>[];
  readonly transitions: readonly Transition<NoInfer<Status>, Trigger, Guard>[];
  readonly drawing?: Drawing<NoInfer<Status>>;
}

/** The statuses of a thing and the steps between them: decides moves, describes refusals, and is drawn. */
export interface Lifecycle<
  Status extends string = string,
  Trigger extends string = string,
  Guard extends string = string,
> extends LifecycleDefinition<Status, Trigger, Guard> {
  readonly kind: 'lifecycle';
  /** Status after the trigger; undefined when the current status does not allow it. `guard` is what holds. */
  next(this: void, status: Status, trigger: Trigger, guard?: Guard): Status | undefined;
  /** Statuses that may follow; the same one is none of them unless a step leads to it. */
  nextStatuses(this: void, status: Status): readonly Status[];
  /** Statuses in which the trigger is allowed. */
  statusesFor(this: void, trigger: Trigger): readonly Status[];
  /** Whether nothing can follow. */
  isOver(this: void, status: Status): boolean;
  /** Details of the refusal of a move: the current status and those that may follow. */
  refusalDetails(
    this: void,
    status: Status,
  ): { readonly status: Status; readonly allowed: readonly Status[] };
}

/** Defines a lifecycle. Its file is named `<noun>-lifecycle.ts`, by which its diagram is found. */
export function defineLifecycle<
  const Status extends string,
  const Trigger extends string,
  const Guard extends string = never,
>(definition: LifecycleDefinition<Status, Trigger, Guard>): Lifecycle<Status, Trigger, Guard> {
  const { transitions } = definition;
  const nextStatuses = (status: Status) => [
    ...new Set(transitions.filter(({ from }) => from.includes(status)).map(({ to }) => to)),
  ];
  const lifecycle: Lifecycle<Status, Trigger, Guard> = {
    ...definition,
    kind: 'lifecycle',
    next: (status, trigger, guard) =>
      transitions.find(
        (step) =>
          step.trigger === trigger &&
          step.from.includes(status) &&
          (step.guard === undefined || step.guard === guard),
      )?.to,
    nextStatuses,
    statusesFor: (trigger) => [
      ...new Set(transitions.filter((step) => step.trigger === trigger).flatMap(({ from }) => from)),
    ],
    isOver: (status) => nextStatuses(status).length === 0,
    refusalDetails: (status) => ({ status, allowed: nextStatuses(status) }),
  };
  return Object.freeze(lifecycle);
}
