/** State machines of the service, by the name the stack gives them. */
export type StateMachineName = 'timer' | 'simulated-delivery';

/** Secrets of the service. `webhook-signing` is the key from which endpoint secrets are derived. */
export type SecretName = 'webhook-signing';

/**
 * What a function may do. The stack turns this into its role's policy and its environment variables, and nothing
 * else gives it rights: a missing grant is refused locally and on AWS alike.
 */
export interface Grants {
  /** `read`: GetItem and Query; `write`: conditional puts, deletes and checks besides. */
  readonly table?: 'read' | 'readWrite';
  /** State machines it may start executions of; `MACHINE_<NAME>_ARN` holds the ARN. */
  readonly starts?: readonly StateMachineName[];
  /** State machines whose executions it may stop. */
  readonly stops?: readonly StateMachineName[];
  /** Secrets it may read; `SECRET_<NAME>_ARN` holds the ARN. */
  readonly secrets?: readonly SecretName[];
  /** Geocoding by Amazon Location. */
  readonly geocodes?: boolean;
}

/** `MACHINE_SIMULATED_DELIVERY_ARN` from `simulated-delivery`. */
export function machineVariable(name: StateMachineName): string {
  return `MACHINE_${constantCase(name)}_ARN`;
}

/** `SECRET_WEBHOOK_SIGNING_ARN` from `webhook-signing`. */
export function secretVariable(name: SecretName): string {
  return `SECRET_${constantCase(name)}_ARN`;
}

function constantCase(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
