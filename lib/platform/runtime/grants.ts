import { constantCase } from './constant-case.ts';
import type { Secret } from './define-secret.ts';
import type { StateMachine } from './define-state-machine.ts';

/**
 * Rights of a function. The stack turns this into its role's policy and its environment variables, and
 * nothing else grants it rights: a missing grant is refused locally and on AWS alike.
 * `cdk/constructs/grant-rules.ts` has one rule for each field.
 */
export interface Grants {
  /** `read`: GetItem, BatchGetItem and Query; `readWrite`: conditional puts, deletes and checks besides. `TABLE_NAME` names it. */
  readonly table?: 'read' | 'readWrite';
  /**
   * The credentials of API keys and loans: with `table`, their items as well. Every other function that has the table is
   * denied them, whatever else its role says.
   */
  readonly keyCredentials?: true;
  /** It may write when keys are used, and with `table: 'read'` nothing else. */
  readonly notesKeyUses?: true;
  /** It may read the whole table, item by item: for work that may miss nothing of an organization. */
  readonly scansTable?: true;
  /** Objects of the bucket: get and list, or put and delete besides; presigned URLs need the same. `BUCKET_NAME`. */
  readonly bucket?: 'read' | 'readWrite';
  /** It has to know where the bucket is, with no right to anything in it. `BUCKET_NAME`. */
  readonly namesBucket?: boolean;
  /** State machines whose executions it may start; `MACHINE_<NAME>_ARN` is the ARN. */
  readonly starts?: readonly StateMachine[];
  /** Express machines whose end it may wait for. */
  readonly runs?: readonly StateMachine[];
  /** State machines whose executions it may stop. */
  readonly stops?: readonly StateMachine[];
  /** Secrets that it may read; `SECRET_<NAME>_ARN` is the ARN. */
  readonly secrets?: readonly Secret[];
  /**
   * Credentials of organizations' accounts with carriers; the names of their secrets start with
   * `CREDENTIALS_PREFIX`.
   */
  readonly credentials?: 'read' | 'readWrite';
  /** Queue workers, by name, to whose queues it may send; `QUEUE_<NAME>_URL` is the URL. */
  readonly sends?: readonly string[];
  /**
   * Task workers, by name, for which it may create, change and delete schedules: in the group `SCHEDULE_GROUP`, with the
   * role `SCHEDULE_ROLE_ARN`, at the target `FUNCTION_<NAME>_ARN`.
   */
  readonly schedules?: readonly string[];
  /** Geocoding by Amazon Location. */
  readonly geocodes?: boolean;
  /** The key to the console's map, whose name is `MAP_KEY_NAME`; no variable where the installation has none. */
  readonly readsMapKey?: boolean;
  /** Routes and matrices by Amazon Location. */
  readonly measuresRoutes?: boolean;
  /** E-mail by SES, from the identities of the account. */
  readonly sendsEmail?: boolean;
  /** Text messages by End User Messaging, from the phone numbers, sender ids and pools of the account. */
  readonly sendsTexts?: boolean;
  /** WhatsApp messages by End User Messaging Social. */
  readonly sendsChats?: boolean;
  /** Models of Bedrock. */
  readonly models?: boolean;
}

/** `QUEUE_SEND_WEBHOOKS_URL` of the worker `send-webhooks`: the variable of a queue that a function sends to. */
export function queueVariable(worker: string): string {
  return `QUEUE_${constantCase(worker)}_URL`;
}

/** `FUNCTION_RUN_WORKFLOW_ARN` of the worker `run-workflow`: the variable of a schedule's target. */
export function functionVariable(worker: string): string {
  return `FUNCTION_${constantCase(worker)}_ARN`;
}

/** Prefix of the names of credentials' secrets. */
export const CREDENTIALS_PREFIX_VARIABLE = 'CREDENTIALS_PREFIX';

/** Name of the key to the console's map. */
export const MAP_KEY_VARIABLE = 'MAP_KEY_NAME';
