import { ArnFormat, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApplication } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { CanaryAlias, LIVE } from '../constructs/canary-alias.ts';
import { ownAccount } from '../constructs/own-account.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { AUTHORIZER, areaFunction } from '../fixed-functions.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Units } from '../units.ts';

export interface AreasStackProps extends StackProps {
  readonly surroundings: Surroundings;
  readonly areas: Units['areas'];
  /** Whether a new version answers a tenth of the requests first. */
  readonly canary: boolean;
}

/** The functions behind the API: one per area, and the authorizer. */
export class AreasStack extends Stack {
  constructor(scope: Construct, id: string, { surroundings, areas, canary, ...props }: AreasStackProps) {
    super(scope, id, props);
    const functions = [
      new ServiceFunction(this, AUTHORIZER.name, {
        ...AUTHORIZER,
        description: 'Identifies the caller.',
        surroundings,
      }),
      ...areas.map(
        (area) =>
          new ServiceFunction(this, areaFunction(area.name), {
            name: areaFunction(area.name),
            description: `Answers the ${area.name} endpoints.`,
            timeoutSeconds: 29,
            memoryMegabytes: 1024,
            uses: area.uses,
            surroundings,
          }),
      ),
    ];
    if (canary) this.#tryFirst(functions, new Names(this, surroundings.prefix));
  }

  /** Lets CodeDeploy move each function's alias while the new version's alarm watches. */
  #tryFirst(functions: readonly ServiceFunction[], names: Names): void {
    const application = new CfnApplication(this, 'Deployments', { computePlatform: 'Lambda' });
    const role = new Role(this, 'DeploymentRole', {
      assumedBy: ownAccount('codedeploy.amazonaws.com', this),
    });
    const aliases = functions.map(({ name }) => `${names.functionArn(name)}:${LIVE}`);
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: [...functions.map(({ name }) => names.functionArn(name)), ...aliases],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms'],
        resources: [
          this.formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `${names.prefix}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
    );
    for (const { name, lambda, logs } of functions) {
      new CanaryAlias(this, `${name}-canary`, {
        lambda,
        applicationName: application.ref,
        roleArn: role.roleArn,
        name: names.of(name),
        logs,
      }).node.addDependency(role);
    }
  }
}
