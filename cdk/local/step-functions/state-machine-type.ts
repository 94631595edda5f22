import { type Resource, type ResourceType, UnsupportedInTemplate } from '../ports.ts';
import { DefinitionError } from './language/states-error.ts';
import { type MachineType, stateMachineArn } from './state-machine.ts';

/** What creating a state machine needs. */
export interface StateMachineDeclaration {
  readonly name: string;
  readonly roleArn: string;
  readonly type: MachineType;
  /** JSON text after substitutions. */
  readonly definitionText: string;
}

/** `AWS::StepFunctions::StateMachine`. `create` throws on an unsupported property and names it. */
export function stateMachineType(create: (declaration: StateMachineDeclaration) => void): ResourceType {
  return Object.freeze<ResourceType>({
    type: 'AWS::StepFunctions::StateMachine',
    phase: 'compute',
    properties: {
      DefinitionString: 'used',
      Definition: 'used',
      DefinitionSubstitutions: 'used',
      RoleArn: 'used',
      StateMachineName: 'used',
      StateMachineType: 'used',
      LoggingConfiguration: { ignored: 'the history of every execution is kept and can be read' },
      TracingConfiguration: { ignored: 'there is no X-Ray locally' },
      EncryptionConfiguration: { ignored: 'data at rest is a file of the user' },
      Tags: { ignored: 'nothing reads tags locally' },
    },
    ref: (resource) => stateMachineArn(resource.physicalName),
    attributes: (resource) => ({
      Arn: stateMachineArn(resource.physicalName),
      Name: resource.physicalName,
      StateMachineRevisionId: 'INITIAL',
    }),
    async create(resource) {
      const declaration = declarationOf(resource);
      try {
        create(declaration);
      } catch (error) {
        if (!(error instanceof DefinitionError)) throw error;
        throw new UnsupportedInTemplate(resource, 'DefinitionString', error.message);
      }
    },
  });
}

type Fail = (property: string, why: string) => Error;

function declarationOf(resource: Resource): StateMachineDeclaration {
  const { RoleArn, StateMachineType = 'STANDARD' } = resource.properties;
  const fail: Fail = (property, why) => new UnsupportedInTemplate(resource, property, why);
  if (StateMachineType !== 'STANDARD' && StateMachineType !== 'EXPRESS') {
    throw fail('StateMachineType', `${StateMachineType}, only STANDARD and EXPRESS are`);
  }
  if (typeof RoleArn !== 'string') throw fail('RoleArn', 'it must be given');
  const text = definitionText(resource, fail);
  if (StateMachineType === 'EXPRESS' && /\.waitForTaskToken|\.sync/.test(text)) {
    throw fail('DefinitionString', 'an express machine waits neither for a token nor for a job');
  }
  return { name: resource.physicalName, roleArn: RoleArn, type: StateMachineType, definitionText: text };
}

function definitionText(resource: Resource, fail: Fail): string {
  const { DefinitionString, Definition, DefinitionSubstitutions } = resource.properties;
  if ((DefinitionString === undefined) === (Definition === undefined)) {
    throw fail('DefinitionString', 'exactly one of it and Definition must be given');
  }
  const text = typeof DefinitionString === 'string' ? DefinitionString : JSON.stringify(Definition);
  if (DefinitionSubstitutions === undefined) return text;
  const substitutions = new Map(Object.entries(DefinitionSubstitutions ?? {}));
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = substitutions.get(name);
    if (value === undefined) throw fail('DefinitionSubstitutions', `it has no ${name}`);
    // Inside a JSON string, quotes and line ends need escaping.
    return JSON.stringify(String(value)).slice(1, -1);
  });
}
