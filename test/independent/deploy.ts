/**
 * `npm run test:deploy`: creates all stacks of production in moto's CloudFormation, updates them with another setting and
 * deletes them, and compares what is there with the templates each time. Resources of types that moto lacks are left out
 * and listed. Exit code 1 when something differs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { PRODUCTION } from '../support/deployed-stages.ts';
import { type Stacks, synthesizeQuickly } from '../support/synthesize-quickly.ts';
import { startMoto } from './start-moto.ts';
import { type PythonServer, serverPython } from './start-python-server.ts';
import { type Template, type TemplateResource, withoutResources } from './without-resources.ts';

/** Counted in moto, by the service that has them. */
const COUNTED = {
  'AWS::Lambda::Function': (moto) => lambda(moto, '/2015-03-31/functions/?MaxItems=10000', 'Functions'),
  'AWS::Lambda::EventSourceMapping': (moto) =>
    lambda(moto, '/2015-03-31/event-source-mappings/?MaxItems=10000', 'EventSourceMappings'),
  'AWS::SQS::Queue': async (moto) => count(await query(moto, 'sqs', { Action: 'ListQueues' }), 'QueueUrl'),
  'AWS::IAM::Role': async (moto) =>
    count(await query(moto, 'iam', { Action: 'ListRoles', MaxItems: '1000' }), 'RoleId'),
  'AWS::StepFunctions::StateMachine': async (moto) =>
    ((await json(moto, 'states', 'AWSStepFunctions.ListStateMachines', {})).stateMachines as unknown[])
      .length,
} as const satisfies Record<string, (moto: PythonServer) => Promise<number>>;

type Counted = keyof typeof COUNTED;

/** A setting that changes the variables of every function. */
const CHANGED = { ...PRODUCTION, logLevel: 'DEBUG' };

const problems: string[] = [];

// It says how to install moto, and is ended with this process.
const moto = await startMoto({ runs: false });

const known = new Set(
  JSON.parse(
    execFileSync(
      serverPython(),
      ['-c', 'import json, moto.cloudformation.parsing as p; print(json.dumps(sorted(p.get_model_map())))'],
      { encoding: 'utf8' },
    ),
  ) as readonly string[],
);

const made = stacksOf(PRODUCTION);
const changed = stacksOf(CHANGED);
try {
  await json(moto, 'ssm', 'AmazonSSM.PutParameter', {
    Name: '/cdk-bootstrap/hnb659fds/version',
    Type: 'String',
    Value: '30',
  });
  await each('create', made, (name, template) => deploy('CreateStack', name, template, 'CREATE_COMPLETE'));
  await compare('created', made);
  await compareLevels('INFO');
  await each('update', changed, (name, template) => deploy('UpdateStack', name, template, 'UPDATE_COMPLETE'));
  await compare('updated', changed);
  await compareLevels('DEBUG');
  await each('delete', made.toReversed(), async (name) => {
    await query(moto, 'cloudformation', { Action: 'DeleteStack', StackName: name });
  });
  await compare('deleted', []);
} finally {
  await moto.stop();
}
console.log('\nLeft out:');
for (const [what, number] of leftOut()) console.log(`  ${String(number).padStart(4)} ${what}`);
if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}`);
  process.exitCode = 1;
}

/** Why moto cannot have this; undefined when it can. */
function whyLeftOut({ Type, Properties = {} }: TemplateResource): string | undefined {
  if (!known.has(Type)) return 'moto has no such type';
  if (Type === 'AWS::KMS::Key') return 'moto fails on its tags';
  if (Type === 'AWS::Lambda::Permission') return 'moto has no aliases, to which these belong';
  if (Type === 'AWS::Lambda::EventSourceMapping' && 'StartingPosition' in Properties)
    return 'moto lacks the table of this stream';
  if (Type === 'AWS::IAM::ManagedPolicy' && 'Roles' in Properties)
    return 'moto does not take these from their roles when it deletes them';
  return undefined;
}

interface Deployed {
  readonly name: string;
  readonly template: Template;
  /** What was left out, with the reason. */
  readonly left: readonly string[];
}

function stacksOf(context: Record<string, unknown>): readonly Deployed[] {
  using directory = mkdtempDisposableSync(`${tmpdir()}/deploy-`);
  const stacks: Stacks = synthesizeQuickly(directory.path, context);
  return stacks.artifacts.map(({ stackName: name, template }) => ({
    name,
    ...withoutResources(template as Template, whyLeftOut),
  }));
}

async function each(
  what: string,
  stacks: readonly Deployed[],
  run: (name: string, template: Template) => Promise<void>,
): Promise<void> {
  for (const { name, template } of stacks) {
    const begun = performance.now();
    try {
      await run(name, template);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${what} ${name}: ${Object.keys(template.Resources).length} resources, ${seconds} s`);
    } catch (error) {
      problems.push(`${what} ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function deploy(Action: string, StackName: string, template: Template, status: string): Promise<void> {
  await query(moto, 'cloudformation', {
    Action,
    StackName,
    TemplateBody: JSON.stringify(template),
    'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
  });
  const reply = await query(moto, 'cloudformation', { Action: 'DescribeStacks', StackName });
  if (!reply.includes(`<StackStatus>${status}</StackStatus>`))
    throw new Error(`is ${/<StackStatus>(.*?)</.exec(reply)?.[1]}, not ${status}`);
}

/** What the services of moto have against what the templates say. */
async function compare(when: string, stacks: readonly Deployed[]): Promise<void> {
  const types = stacks.flatMap(({ template }) => Object.values(template.Resources).map(({ Type }) => Type));
  for (const type of Object.keys(COUNTED) as Counted[]) {
    const there = await COUNTED[type](moto);
    const wanted = types.filter((one) => one === type).length;
    console.log(`${when}: ${there} of ${wanted} ${type}`);
    if (there !== wanted) problems.push(`${when}: moto has ${there} of ${wanted} ${type}`);
  }
}

async function compareLevels(level: string): Promise<void> {
  const reply = await fetch(`${moto.endpoint}/2015-03-31/functions/?MaxItems=10000`, {
    headers: signed('lambda'),
  });
  const { Functions } = (await reply.json()) as {
    readonly Functions: readonly {
      readonly Environment?: { readonly Variables?: { readonly LOG_LEVEL?: string } };
    }[];
  };
  const levels = new Set(Functions.flatMap(({ Environment }) => Environment?.Variables?.LOG_LEVEL ?? []));
  console.log(`LOG_LEVEL of the functions: ${[...levels].join(', ')}`);
  if (levels.size !== 1 || !levels.has(level))
    problems.push(`the functions have LOG_LEVEL ${[...levels].join(' and ')}, not ${level} alone`);
}

function leftOut(): readonly (readonly [string, number])[] {
  const numbers = new Map<string, number>();
  for (const what of made.flatMap(({ left }) => left)) numbers.set(what, (numbers.get(what) ?? 0) + 1);
  return [...numbers].toSorted(([a], [b]) => a.localeCompare(b));
}

/** PythonServer finds the service by the scope of the signature, which it does not check. */
function signed(service: string): Record<string, string> {
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
  };
}

async function query(
  { endpoint }: PythonServer,
  service: string,
  fields: Record<string, string>,
): Promise<string> {
  const reply = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: { ...signed(service), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${fields.Action} answered ${reply.status}: ${text.slice(0, 500)}`);
  return text;
}

async function json(
  { endpoint }: PythonServer,
  service: string,
  target: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await fetch(`${endpoint}/`, {
    method: 'POST',
    headers: { ...signed(service), 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${target} answered ${reply.status}`);
  return (await reply.json()) as Readonly<Record<string, unknown>>;
}

async function lambda({ endpoint }: PythonServer, path: string, list: string): Promise<number> {
  const reply = await fetch(`${endpoint}${path}`, { headers: signed('lambda') });
  return ((await reply.json()) as Readonly<Record<string, readonly unknown[]>>)[list]?.length ?? 0;
}

function count(xml: string, element: string): number {
  return xml.split(`<${element}>`).length - 1;
}
