import type * as z from 'zod';
import type { UsedKind } from '../../../platform/core/used-kinds.ts';
import type { EntityName } from '../definition/entities.ts';
import type { Environment } from '../definition/environment.ts';
import type { Trigger } from '../definition/triggers.ts';
import type { Json, JsonObject } from '../json.ts';
import type { NodeOutputs } from '../variables/resolve-variable.ts';
import type { RunContext } from '../variables/scope.ts';
import type { BackgroundResult } from './background-result.ts';

/** What an effect acts on. */
export interface EffectTarget {
  readonly type: EntityName;
  readonly id: string;
}

/** What an action decided. Nothing has happened yet: an effect is data that the caller carries out. */
export type Outcome<Payload = JsonObject> =
  | {
      readonly kind: 'effect';
      readonly payload: Payload;
      readonly target?: EffectTarget | undefined;
      /** New values of the entities' own fields, which later nodes of the run must see. */
      readonly patch?: { readonly [entity in EntityName]?: JsonObject | undefined };
      readonly outputs?: JsonObject;
    }
  /** There is nothing to do, for example because a value is already inside its bound. */
  | { readonly kind: 'nothing'; readonly reason?: string; readonly outputs?: JsonObject }
  /** A notification was held back because it had been sent before (specification 4.6.14). */
  | { readonly kind: 'not_sent'; readonly reason: string }
  | Failed;

/** The node failed. Whether the step and its path fail with it depends on `branch` and `goOn`. */
export interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
  /** Stage at which it failed, for actions with stages. */
  readonly stage?: string;
  readonly outputs?: JsonObject;
  /** Branch that handles the failure when an edge is connected to it; the step then counts as completed. */
  readonly branch?: string;
  /** Whether the config lets the run follow the default edge despite the failure. */
  readonly goOn?: boolean;
}

/** Outcome of a background node's result. */
export type Settled =
  | {
      readonly kind: 'completed';
      readonly outputs: JsonObject;
      /** Branch to follow, on nodes that branch. */
      readonly branch?: string;
      readonly reason?: string;
      /** Places of the reply that an extraction did not find. */
      readonly missing?: readonly string[];
    }
  | Failed;

/** Input of an action's plan. */
export interface ActionContext {
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly nodeKey: string;
  /** Deterministic key of the node's effect in this run. */
  readonly effectKey: string;
  /** The current time in milliseconds since the epoch. */
  readonly now: number;
  /** The entities as they are after the nodes that ran before. */
  readonly entities: RunContext;
  /** Outputs of the upstream nodes. Filled only for actions that read them. */
  readonly upstreamOutputs: { readonly [nodeKey: string]: JsonObject };
  readonly environment: Environment;
  /** The organization's time zone, for local times without a location. */
  readonly timeZone: string;
  /** Keys of once-per-order notifications that were sent before this run. */
  readonly alreadySent: readonly string[];
  /** A test holds back no message and does not count for later ones (specification 4.6.2). */
  readonly isTest: boolean;
  /** Says why the changed order would be invalid; absent where the caller checks when it carries out the effect. */
  readonly validateOrder?: ((order: JsonObject) => readonly string[]) | undefined;
  /** Fills in a text; missing values are recorded on the step. `encode` is applied to each value. */
  readonly text: (source: string, encode?: (text: string) => string) => string;
  /** Fills in a value, which keeps its type when the source is one whole variable. */
  readonly value: (source: Json) => Json;
}

/** A text of a config that may contain variables. */
export interface TemplateUse {
  /** Its path in the config. */
  readonly field: string;
  readonly source: string;
}

/** A reference of a config to something that may not exist. */
export interface ReferenceProblem {
  readonly field: string;
  readonly message: string;
  /** Finds the nearest existing name; called only where it is shown, because comparing names is slow. */
  readonly suggestion?: (() => string | undefined) | undefined;
}

/**
 * What becomes of an action's effect. `none`: it only decides. `change`: it is written together with the step.
 * `message`: it is sent once the step is written. `work`: it takes time, and the run continues only with its result.
 */
export type EffectKind = 'none' | 'change' | 'message' | 'work';

/** A part of the environment that a plan reads while its run is under way. */
export type RunLookup = 'timeZone' | 'agents' | 'connections';

/** The parts of an action that depend on its config. */
export interface ActionSpec<
  Key extends string,
  Config,
  Payload extends JsonObject,
  Kind extends EffectKind,
  Synchronous extends boolean,
> {
  /** Slug on the wire (specification 4.6.6, decision A8). */
  readonly key: Key;
  readonly title: string;
  readonly config: z.ZodType<Config>;
  /** Everything that carrying out its effect is told. Absent: it has none. */
  readonly payload?: z.ZodType<Payload>;
  readonly effect: Kind;
  /** Entities it acts on. The trigger must be able to have all of them. */
  readonly needs: readonly EntityName[];
  /** Triggers it may be used with; absent = all. */
  readonly only?: readonly string[];
  /** Whether it may be used in a run that is carried out inside the request that creates or changes an order. */
  readonly synchronous: Synchronous;
  /** Whether a live test really carries it out (specification 4.6.2); otherwise both kinds of test preview it. */
  readonly liveTest?: boolean;
  /** Whether a variable whose key exists nowhere fails the step (specification 4.6.14). */
  readonly failsOnUnknownKey?: boolean;
  /** Roots that its variables may have; absent = all. */
  readonly variableRoots?: readonly string[];
  /** Whether its plan reads all outputs of the upstream nodes. */
  readonly readsUpstream?: boolean;
  readonly looksUp?: readonly RunLookup[];
  readonly templates?: (config: Config) => readonly TemplateUse[];
  /** What the node publishes with every config. */
  readonly outputs?: NodeOutputs;
  /** What it publishes besides. `environment` is given where the definition is validated. */
  readonly moreOutputs?: (config: Config, environment: Environment) => NodeOutputs;
  /** Branch keys that its decision edges can have. Absent = it has default edges. */
  readonly branches?: (config: Config) => readonly string[];
  /** Whether every save refuses a reference to a node that is not upstream (specification 4.6.16). */
  readonly strictOrder?: boolean;
  /** Key that only one node of a workflow may have. */
  readonly exclusive?: (config: Config) => string;
  readonly references?: (config: Config, environment: Environment) => readonly ReferenceProblem[];
  /** Objects of the organization that the config names: they cannot be deleted while the workflow names them. */
  readonly uses?: (config: Config) => readonly DefinitionUse[];
  readonly timeoutSeconds?: (config: Config) => number;
  readonly plan: (context: ActionContext, config: Config) => Outcome<NoInfer<Payload>>;
  /** Outcome of a failure that the engine finds, if a branch or the config can handle it. */
  readonly failure?: (config: Config, reason: string) => Failed;
  /** Turns the result of a background effect into outputs and a branch. */
  readonly settle?: (context: SettleContext, config: Config, result: BackgroundResult) => Settled;
  /** What a dry test does instead of asking a model. */
  readonly dryTest?: (config: Config) => Settled;
}

/** Input of settling a result. */
export interface SettleContext {
  readonly environment: Environment;
}

/** Something of the organization that a definition names: by its id, or a custom event by its key. */
export interface DefinitionUse {
  readonly kind: UsedKind;
  readonly id: string;
}

/** An action with a config that was parsed. */
export interface BoundAction<Bound = Action> {
  readonly action: Bound;
  readonly templates: readonly TemplateUse[];
  readonly branches: readonly string[] | undefined;
  readonly exclusive: string | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly outputs: (environment: Environment) => NodeOutputs;
  readonly references: (environment: Environment) => readonly ReferenceProblem[];
  readonly uses: readonly DefinitionUse[];
  readonly plan: (context: ActionContext) => Outcome;
  readonly failure: (reason: string) => Failed;
  readonly settle: ((context: SettleContext, result: BackgroundResult) => Settled) | undefined;
  readonly dryTest: (() => Settled) | undefined;
}

/** A kind of action node: everything that is known without a config, and how to bind one. */
export interface Action<
  Key extends string = string,
  Payload = unknown,
  Kind extends EffectKind = EffectKind,
  Synchronous extends boolean = boolean,
> {
  readonly key: Key;
  readonly title: string;
  readonly config: z.ZodType;
  readonly payload: z.ZodType<Payload> | undefined;
  readonly effect: Kind;
  readonly needs: readonly EntityName[];
  readonly only: readonly string[] | undefined;
  readonly synchronous: Synchronous;
  readonly liveTest: boolean;
  readonly failsOnUnknownKey: boolean;
  readonly variableRoots: readonly string[] | undefined;
  readonly readsUpstream: boolean;
  readonly looksUp: readonly RunLookup[];
  readonly strictOrder: boolean;
  /** What the node publishes with every config. */
  readonly outputs: NodeOutputs;
  /** Whether it is left by decision edges. */
  readonly branching: boolean;
  readonly bind: (
    config: unknown,
  ) =>
    | BoundAction<Action<Key, Payload, Kind, Synchronous>>
    | { readonly issues: readonly z.core.$ZodIssue[] };
}

/** Declares an action. Only the returned value knows its config's type. */
export function defineAction<
  const Key extends string,
  Config,
  const Kind extends EffectKind,
  const Synchronous extends boolean,
  Payload extends JsonObject = never,
>(spec: ActionSpec<Key, Config, Payload, Kind, Synchronous>): Action<Key, Payload, Kind, Synchronous> {
  const action: Action<Key, Payload, Kind, Synchronous> = Object.freeze({
    payload: undefined,
    only: undefined,
    liveTest: false,
    failsOnUnknownKey: false,
    variableRoots: undefined,
    readsUpstream: false,
    looksUp: [],
    strictOrder: false,
    outputs: {},
    ...spec,
    branching: spec.branches !== undefined,
    bind: (raw: unknown) => {
      const parsed = spec.config.safeParse(raw);
      if (!parsed.success) return { issues: parsed.error.issues };
      const config = parsed.data;
      const { settle, dryTest } = spec;
      return {
        action,
        templates: spec.templates?.(config) ?? [],
        branches: spec.branches?.(config),
        exclusive: spec.exclusive === undefined ? undefined : `${spec.key}:${spec.exclusive(config)}`,
        timeoutSeconds: spec.timeoutSeconds?.(config),
        outputs: (environment: Environment) => ({
          ...spec.outputs,
          ...spec.moreOutputs?.(config, environment),
        }),
        references: (environment: Environment) => spec.references?.(config, environment) ?? [],
        uses: spec.uses?.(config) ?? [],
        plan: (context: ActionContext) => spec.plan(context, config),
        failure: (reason: string) => spec.failure?.(config, reason) ?? { kind: 'failed', reason },
        settle:
          settle === undefined
            ? undefined
            : (context: SettleContext, result: BackgroundResult) => settle(context, config, result),
        dryTest: dryTest === undefined ? undefined : () => dryTest(config),
      };
    },
  });
  return action;
}

/** Why an action cannot be used with a trigger, or undefined when it can (specification 4.6.10 to 4.6.18). */
export function refusalOnTrigger(action: Action, trigger: Trigger): string | undefined {
  if (trigger.key === 'order.validating' && action.only?.includes(trigger.key) !== true) {
    return 'a workflow on order.validating may contain only filters, switches and the mark-invalid action';
  }
  if (action.only !== undefined && !action.only.includes(trigger.key)) {
    return `"${action.key}" can be used only on ${action.only.join(', ')}`;
  }
  if (trigger.synchronous && !action.synchronous) {
    return `"${action.key}" cannot be used on the synchronous trigger ${trigger.key}`;
  }
  const lacking = action.needs.filter((entity) => !trigger.entities.includes(entity));
  if (lacking.length > 0) {
    return `"${action.key}" needs ${lacking.join(' and ')}, which ${trigger.key} does not provide`;
  }
  return undefined;
}
