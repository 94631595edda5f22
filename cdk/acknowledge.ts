import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts a finding of cdk-nag for a construct and its children. The reason is for readers. */
export function acknowledge(construct: IConstruct, rule: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: rule, reason });
}
