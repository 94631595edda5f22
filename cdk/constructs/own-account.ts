import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** A service of AWS when it acts for this account: on behalf of another's it may not take on the role. */
export function ownAccount(service: string, scope: Construct): ServicePrincipal {
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  return new ServicePrincipal(service, { conditions });
}
