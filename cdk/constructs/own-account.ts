import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** A service of AWS acting for this account: it may not assume the role on behalf of another account. */
export function ownAccount(service: string, scope: Construct): ServicePrincipal {
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  return new ServicePrincipal(service, { conditions });
}
