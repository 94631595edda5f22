import { Code } from 'aws-cdk-lib/aws-lambda';
import type { CloudAssembly, CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { deliveryApp } from '../../cdk/app.ts';
import type { Units } from '../../cdk/units.ts';

/** A resource as a template has it. */
export interface TemplateResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
}

/** The stacks of an assembly, viewed as one. */
export class Stacks {
  readonly artifacts: readonly CloudFormationStackArtifact[];
  readonly #resources: readonly TemplateResource[];

  constructor({ stacks }: CloudAssembly) {
    this.artifacts = stacks;
    this.#resources = stacks.flatMap(({ stackName: stack, template }) =>
      Object.entries<Omit<TemplateResource, 'stack' | 'logicalId'>>(template.Resources ?? {}).map(
        ([logicalId, resource]) => ({ ...resource, stack, logicalId }),
      ),
    );
  }

  /** Every resource of this type, whichever stack has it. */
  resources(type: string): readonly TemplateResource[] {
    return this.#resources.filter(({ Type }) => Type === type);
  }

  /** Every resource of one stack. */
  in(stack: string): readonly TemplateResource[] {
    return this.#resources.filter((resource) => resource.stack === stack);
  }
}

/** As `quickStacks`, in this directory. */
export function synthesizeQuickly(outdir: string, context: Record<string, unknown>, units?: Units): Stacks {
  const app = deliveryApp({
    outdir,
    context,
    checked: false,
    ...(units ? { units } : {}),
    code: () => Code.fromInline('exports.handler = async () => ({});'),
  });
  process.env.CDK_VALIDATION = 'false';
  try {
    return new Stacks(app.synth({ skipValidation: true }));
  } finally {
    delete process.env.CDK_VALIDATION;
  }
}
