import { execFileSync } from 'node:child_process';
import { COUNTED, COUNTED_BESIDES } from './count-resources.ts';
import { startMiniStack } from './start-ministack.ts';
import { startMoto } from './start-moto.ts';
import { type PythonServer, serverPython } from './start-python-server.ts';
import type { TemplateResource } from './without-resources.ts';

/** A CloudFormation of another project. */
export interface Cloud {
  readonly name: string;
  start(): Promise<PythonServer>;
  /** Takes templates of any size in a request; otherwise they come from its bucket, as on AWS. */
  readonly takesLargeRequests: boolean;
  /** Why it cannot have this; undefined when it can. */
  whyLeftOut(resource: TemplateResource): string | undefined;
  readonly counted: Readonly<Record<string, (server: PythonServer) => Promise<number>>>;
}

const knownToMoto = new Set(
  listFrom('sorted(moto.cloudformation.parsing.get_model_map())', 'moto.cloudformation.parsing'),
);

const moto: Cloud = {
  name: 'moto',
  start: () => startMoto({ runs: false }),
  takesLargeRequests: true,
  counted: COUNTED,
  whyLeftOut({ Type, Properties = {} }) {
    if (!knownToMoto.has(Type)) return 'moto has no such type';
    if (Type === 'AWS::KMS::Key') return 'moto fails on its tags';
    if (Type === 'AWS::Lambda::Permission') return 'moto has no aliases, to which these belong';
    if (Type === 'AWS::Lambda::EventSourceMapping' && 'StartingPosition' in Properties)
      return 'moto lacks the table of this stream';
    if (Type === 'AWS::IAM::ManagedPolicy' && 'Roles' in Properties)
      return 'moto does not take these from their roles when it deletes them';
    return undefined;
  },
};

const knownToMiniStack = new Set(
  listFrom(
    'sorted(ministack.services.cloudformation.provisioners._RESOURCE_HANDLERS)',
    'ministack.services.cloudformation.provisioners',
  ),
);

const miniStack: Cloud = {
  name: 'MiniStack',
  start: startMiniStack,
  takesLargeRequests: false,
  counted: { ...COUNTED, ...COUNTED_BESIDES },
  whyLeftOut({ Type, Properties = {} }) {
    if (!knownToMiniStack.has(Type)) return 'MiniStack has no such type';
    if (Type.startsWith('AWS::Cognito::')) return 'MiniStack lacks the address of the issuer';
    if (Type === 'AWS::CloudWatch::Alarm' && 'Metrics' in Properties)
      return 'MiniStack has no alarms that compute';
    return undefined;
  },
};

/** Each deploys all stacks. */
export const CLOUDS: readonly Cloud[] = [moto, miniStack];

/** What a Python expression of this module lists. */
function listFrom(expression: string, module: string): readonly string[] {
  const program = `import json, ${module}\nprint('\\n' + json.dumps(${expression}))`;
  const said = execFileSync(serverPython(), ['-c', program], { encoding: 'utf8' });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as readonly string[];
}
