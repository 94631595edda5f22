/**
 * `npm run test:deploy`: has cfn-lint check the templates of production, then creates all stacks in the CloudFormation of
 * moto and of MiniStack, updates them with another setting and deletes them, and compares what is there with the templates
 * each time. What a server lacks is left out; what both lack is listed. Exit code 1 when something differs.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { PRODUCTION } from '../support/deployed-stages.ts';
import { synthesizeQuickly } from '../support/synthesize-quickly.ts';
import { json, query, signed } from './aws-requests.ts';
import { CLOUDS, type Cloud } from './clouds.ts';
import { functionsOf } from './count-resources.ts';
import { lintTemplates } from './lint-templates.ts';
import type { PythonServer } from './start-python-server.ts';
import { type Template, withoutResources } from './without-resources.ts';

interface Stack {
  readonly name: string;
  readonly template: Template;
}

/** A setting that changes the variables of every function. */
const CHANGED = { ...PRODUCTION, logLevel: 'DEBUG' };

/** An update of a stack is over by then. */
const DEPLOY_TIMEOUT_MS = 60_000;

/** The bucket of templates that are too large for a request. */
const TEMPLATES = 'templates';

const problems: string[] = [];

const made = stacksOf(PRODUCTION);
const changed = stacksOf(CHANGED);
const found = lintTemplates(made.map(({ template }) => template));
console.log(`cfn-lint: ${found.length} findings in ${made.length} templates`);
problems.push(...found);
for (const cloud of CLOUDS) await deployIn(cloud);
reportLeftOut();
if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}`);
  process.exitCode = 1;
}

function stacksOf(context: Record<string, unknown>): readonly Stack[] {
  using directory = mkdtempDisposableSync(`${tmpdir()}/deploy-`);
  return synthesizeQuickly(directory.path, context).artifacts.map(({ stackName: name, template }) => ({
    name,
    template: template as Template,
  }));
}

/** Creates, updates and deletes the stacks. The server ends with this process. */
async function deployIn(cloud: Cloud): Promise<void> {
  const server = await cloud.start();
  const partsOf = (stacks: readonly Stack[]) =>
    stacks.map(({ name, template }) => ({ name, template: withoutResources(template, cloud.whyLeftOut) }));
  const [before, after] = [partsOf(made), partsOf(changed)];
  const deploy = (action: 'Create' | 'Update') => (stack: Stack) => deployStack(cloud, server, action, stack);
  try {
    await json(server, 'ssm', 'AmazonSSM.PutParameter', {
      Name: '/cdk-bootstrap/hnb659fds/version',
      Type: 'String',
      Value: '30',
    });
    await fetch(`${server.endpoint}/${TEMPLATES}`, { method: 'PUT', headers: signed('s3') });
    await each(cloud, 'create', before, deploy('Create'));
    await compare(cloud, server, 'created', before);
    await compareLevels(cloud, server, 'INFO');
    // An update without a change is refused, as it is by AWS.
    const isChanged = ({ template }: Stack, index: number) =>
      JSON.stringify(template) !== JSON.stringify(before[index]?.template);
    await each(cloud, 'update', after.filter(isChanged), deploy('Update'));
    await compare(cloud, server, 'updated', after);
    await compareLevels(cloud, server, 'DEBUG');
    await each(cloud, 'delete', before.toReversed(), ({ name }) => deleteStack(server, name));
    const kept = before.map((stack) => ({ ...stack, template: retained(stack.template) }));
    await compare(cloud, server, 'deleted', kept);
  } finally {
    await server.stop();
  }
}

async function each(
  { name: cloud }: Cloud,
  what: string,
  stacks: readonly Stack[],
  run: (stack: Stack) => Promise<void>,
): Promise<void> {
  for (const stack of stacks) {
    const { name, template } = stack;
    const begun = performance.now();
    try {
      await run(stack);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const number = Object.keys(template.Resources).length;
      console.log(`${cloud}: ${what} ${name}: ${number} resources, ${seconds} s`);
    } catch (error) {
      problems.push(`${cloud}: ${what} ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function deployStack(
  { takesLargeRequests }: Cloud,
  server: PythonServer,
  action: 'Create' | 'Update',
  { name: StackName, template }: Stack,
): Promise<void> {
  const TemplateBody = JSON.stringify(template);
  const TemplateURL = `${server.endpoint}/${TEMPLATES}/${StackName}-${action}.json`;
  if (!takesLargeRequests)
    await fetch(TemplateURL, { method: 'PUT', headers: signed('s3'), body: TemplateBody });
  await query(server, 'cloudformation', {
    Action: `${action}Stack`,
    StackName,
    ...(takesLargeRequests ? { TemplateBody } : { TemplateURL }),
    'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
  });
  const status = await endedStatus(server, StackName);
  const wanted = `${action.toUpperCase()}_COMPLETE`;
  if (status !== wanted) throw new Error(`is ${status}, not ${wanted}: ${await failures(server, StackName)}`);
}

async function deleteStack(server: PythonServer, StackName: string): Promise<void> {
  await query(server, 'cloudformation', { Action: 'DeleteStack', StackName });
  // A deleted stack has no name any more.
  const status = await endedStatus(server, StackName).catch(() => 'DELETE_COMPLETE');
  if (status !== 'DELETE_COMPLETE') throw new Error(`is ${status}: ${await failures(server, StackName)}`);
}

async function endedStatus(server: PythonServer, StackName: string): Promise<string | undefined> {
  for (const deadline = Date.now() + DEPLOY_TIMEOUT_MS; ; await setTimeout(100)) {
    const reply = await query(server, 'cloudformation', { Action: 'DescribeStacks', StackName });
    const status = /<StackStatus>(.*?)</.exec(reply)?.[1];
    if (!status?.endsWith('_IN_PROGRESS') || Date.now() > deadline) return status;
  }
}

/** Why a stack was not deployed. */
async function failures(server: PythonServer, StackName: string): Promise<string> {
  const events = await query(server, 'cloudformation', { Action: 'DescribeStackEvents', StackName });
  const reasons = events
    .split('<member>')
    .filter((event) => event.includes('FAILED'))
    .flatMap((event) => /<ResourceStatusReason>(.*?)</.exec(event)?.[1] ?? []);
  return [...new Set(reasons)].join('; ');
}

/** What is left of a template whose stack is deleted. */
function retained(template: Template): Template {
  const kept = Object.entries(template.Resources).filter(
    ([, { DeletionPolicy }]) => DeletionPolicy === 'Retain',
  );
  return { Resources: Object.fromEntries(kept) };
}

/** What the services have against what the templates say. */
async function compare(
  { name, counted }: Cloud,
  server: PythonServer,
  when: string,
  stacks: readonly Stack[],
): Promise<void> {
  const types = stacks.flatMap(({ template }) => Object.values(template.Resources).map(({ Type }) => Type));
  for (const [type, count] of Object.entries(counted)) {
    const there = await count(server);
    const wanted = types.filter((one) => one === type).length;
    console.log(`${name}: ${when}: ${there} of ${wanted} ${type}`);
    if (there !== wanted) problems.push(`${name}: ${when}: it has ${there} of ${wanted} ${type}`);
  }
}

async function compareLevels({ name }: Cloud, server: PythonServer, level: string): Promise<void> {
  const all = await functionsOf(server);
  const levels = new Set(all.flatMap(({ Environment }) => Environment?.Variables?.LOG_LEVEL ?? []));
  console.log(`${name}: LOG_LEVEL of the functions: ${[...levels].join(', ')}`);
  if (levels.size !== 1 || !levels.has(level))
    problems.push(`${name}: the functions have LOG_LEVEL ${[...levels].join(' and ')}, not ${level} alone`);
}

/** How much each server took, and by type what none took. */
function reportLeftOut(): void {
  const all = made.flatMap(({ template }) => Object.values(template.Resources));
  const reasons = all.map((resource) => CLOUDS.map(({ whyLeftOut }) => whyLeftOut(resource)));
  const takenBy = (taken: (of: readonly (string | undefined)[]) => boolean) => reasons.filter(taken).length;
  for (const [index, { name }] of CLOUDS.entries())
    console.log(`${name} took ${takenBy((of) => of[index] === undefined)} of ${all.length} resources.`);
  console.log(`One of them took ${takenBy((of) => of.includes(undefined))}. Left out by both:`);
  const left = new Map<string, number>();
  for (const [index, { Type }] of all.entries()) {
    const of = reasons[index] ?? [];
    if (of.includes(undefined)) continue;
    const what = `${Type}: ${of.join(', ')}`;
    left.set(what, (left.get(what) ?? 0) + 1);
  }
  for (const [what, number] of [...left].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${String(number).padStart(4)} ${what}`);
}
