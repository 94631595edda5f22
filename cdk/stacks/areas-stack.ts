import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import { AUTHORIZER, areaFunction } from '../fixed-functions.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Units } from '../units.ts';

export interface AreasStackProps extends StackProps {
  readonly surroundings: Surroundings;
  readonly areas: Units['areas'];
}

/** The functions behind the API: one per area, and the authorizer. */
export class AreasStack extends Stack {
  constructor(scope: Construct, id: string, { surroundings, areas, ...props }: AreasStackProps) {
    super(scope, id, props);
    new ServiceFunction(this, AUTHORIZER.name, {
      ...AUTHORIZER,
      description: 'Finds out who is calling.',
      surroundings,
    });
    for (const area of areas) {
      new ServiceFunction(this, areaFunction(area.name), {
        name: areaFunction(area.name),
        description: `Answers the ${area.name} endpoints.`,
        timeoutSeconds: 29,
        memoryMegabytes: 1024,
        uses: area.uses,
        surroundings,
      });
    }
  }
}
