import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Names and addresses that follow from the installation's prefix and a unit's name. Stacks refer to each other only by
 * these, so that no change of one stack waits for another.
 */
export class Names {
  readonly prefix: string;
  readonly #stack: Stack;

  constructor(scope: Construct, prefix: string) {
    this.prefix = prefix;
    this.#stack = Stack.of(scope);
  }

  /** Physical name of a function, a queue or a machine: `delivery-dev-send-webhooks`. */
  of(unit: string): string {
    return `${this.prefix}-${unit}`;
  }

  /** Name of the queue of a worker's dead letters. */
  deadLetters(worker: string): string {
    return `${this.of(worker)}-dead-letters`;
  }

  functionArn(name: string): string {
    return this.#arn('lambda', 'function', this.of(name), ArnFormat.COLON_RESOURCE_NAME);
  }

  machineArn(name: string): string {
    return this.#arn('states', 'stateMachine', this.of(name), ArnFormat.COLON_RESOURCE_NAME);
  }

  queueArn(worker: string): string {
    return this.#arn('sqs', this.of(worker), undefined, ArnFormat.NO_RESOURCE_NAME);
  }

  queueUrl(worker: string): string {
    return `${this.queueUrlPrefix()}${worker}`;
  }

  /** Prefix of the URLs of all workers' queues. */
  queueUrlPrefix(): string {
    const { region, urlSuffix, account } = this.#stack;
    return `https://sqs.${region}.${urlSuffix}/${account}/${this.prefix}-`;
  }

  /** Role for EventBridge Scheduler. Roles are global, so the region keeps two installations apart. */
  scheduleRole(): string {
    return `${this.prefix}-schedules-${this.#stack.region}`;
  }

  scheduleRoleArn(): string {
    return this.#stack.formatArn({
      service: 'iam',
      region: '',
      resource: 'role',
      resourceName: this.scheduleRole(),
    });
  }

  /** Group of the schedules that functions create. */
  scheduleGroup(): string {
    return this.prefix;
  }

  #arn(service: string, resource: string, resourceName: string | undefined, arnFormat: ArnFormat): string {
    return this.#stack.formatArn({
      service,
      resource,
      ...(resourceName === undefined ? {} : { resourceName }),
      arnFormat,
    });
  }
}
