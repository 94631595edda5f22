import { randomUUID } from 'node:crypto';
import { readAssembly } from './assembly/read-assembly.ts';
import { registerTypes, resolveResources } from './assembly/resolve-resources.ts';
import { AwsEndpoint } from './aws-endpoint/answer-aws-calls.ts';
import { type Listening, listen } from './aws-endpoint/listen.ts';
import { createClock, type RunningClock } from './clock.ts';
import { codeInAssets, type FunctionCode } from './functions/function-code.ts';
import { functionResources } from './functions/function-resources.ts';
import { LocalFunctions } from './functions/run-functions.ts';
import { versionResources } from './functions/version-resources.ts';
import { type FunctionLogs, writeLogs } from './functions/write-logs.ts';
import { apiResources } from './http-api/api-resources.ts';
import { readApi } from './http-api/read-api.ts';
import { type ServedApi, serveApi } from './http-api/serve-api.ts';
import { unreachableReply } from './http-api/unreachable-reply.ts';
import { iamResources } from './iam/iam-resources.ts';
import { TemplatePermissions } from './iam/template-permissions.ts';
import { CHAT_PATH, INBOX_PATH, type InboxPart, serveInbox } from './inbox/index.ts';
import { lakeResources } from './lake/lake-resources.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { type Meter, metered } from './meter.ts';
import { observabilityResources } from './observability/observability-resources.ts';
import { localParts, type Parts } from './parts.ts';
import { persistClock } from './persist-clock.ts';
import {
  type CloudContext,
  type CloudPart,
  type LocalClock,
  type Phase,
  type Resource,
  UnsupportedInTemplate,
} from './ports.ts';
import type { Issuer } from './sign-in/create-issuer.ts';
import { SIGN_IN_PATH, serveSignIn } from './sign-in/serve-sign-in.ts';
import { LOCAL_CLIENT_ID, signInResources } from './sign-in/sign-in-resources.ts';
import { rememberedSlowness } from './slowness.ts';
import { rememberLines } from './status/log-lines.ts';
import { serveStatus } from './status/serve-status.ts';
import { type WholeState, wholeState } from './status/whole-state.ts';

/** Options of a local cloud. */
export interface CloudOptions {
  /** Where `cdk synth` left the assembly. */
  readonly assemblyDirectory: string;
  /** Directory of state and function logs; without it, everything is in memory and lost at the end. */
  readonly dataDirectory?: string;
  /** Releases the lock of the data directory, when the caller has it; otherwise it is taken. */
  readonly unlock?: (() => void) | undefined;
  /** Where the code of functions is; in the assets of the assembly if absent. */
  readonly code?: FunctionCode;
  /** Port of the HTTP API on the loopback address; 0 takes any free one. */
  readonly port: number;
  /** Receives log lines, one at a time. */
  readonly log?: (line: string) => void;
  /** Receives the output of functions. */
  readonly echo?: (functionName: string, text: string) => void;
  /** The parts to run; all if absent. */
  readonly parts?: Parts;
  /**
   * No function is ended before this time (ms), whatever the template says: on a laptop with twenty busy processes, a
   * timeout of 5 s says nothing about the function. Every limit is longer still while the machine is busy (`slowness`).
   * If absent, the template's timeouts apply.
   */
  readonly shortestTimeoutMs?: number;
  /** Called for every AWS call; if absent, nothing is counted. */
  readonly meter?: Meter;
}

/** A running local cloud. */
export interface LocalCloud {
  /** `http://127.0.0.1:<port>`: the HTTP API. */
  readonly baseUrl: string;
  /** Endpoint for AWS clients, with `OPERATOR_ACCESS_KEY` as access key id. */
  readonly awsEndpoint: string;
  readonly clock: LocalClock;
  /** Outputs of the stacks, by stack and name. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The template's resources with their names here. */
  readonly resources: readonly Resource[];
  /** Name of the template's one table. Throws when it has none or several. */
  tableName(): string;
  /** Content of the status page. */
  state(): Promise<WholeState>;
  /** True when nothing is active or deliverable. */
  idle(): Promise<boolean>;
  /** Resolves with the problem when a part ended unexpectedly: nothing works any more. */
  readonly failed: Promise<Error>;
  /** Ends everything. State in the data directory stays. */
  stop(): Promise<void>;
}

/** Time for active requests to finish when the local cloud ends. */
const CLOSING_GRACE_MS = 1_000;

const PHASES: readonly Phase[] = ['storage', 'compute', 'wiring'];

/**
 * Runs the assembly. Resolves when requests are answered. Rejects with `UnsupportedInTemplate` for anything that cannot
 * run here, with `EADDRINUSE` when the port is in use, and with one clear sentence when the state is damaged or in use;
 * nothing keeps running then.
 */
export async function startCloud(options: CloudOptions): Promise<LocalCloud> {
  const closing: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return await compose(options, closing, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function compose(
  options: CloudOptions,
  closing: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<LocalCloud> {
  const { dataDirectory, meter } = options;
  const stretching = options.shortestTimeoutMs === undefined ? {} : { slowness: rememberedSlowness() };
  const log = options.log ?? (() => undefined);
  if (dataDirectory !== undefined) closing.push(options.unlock ?? lockDataDirectory(dataDirectory));

  let api: ServedApi | undefined;
  let status: ReturnType<typeof serveStatus> | undefined;
  let signIn: ReturnType<typeof serveSignIn> | undefined;
  let inboxPages: ReturnType<typeof serveInbox> | undefined;
  const front = await listen(options.port, (request, response) => {
    const url = request.url ?? '';
    const served = url.startsWith(SIGN_IN_PATH)
      ? signIn
      : url.startsWith(INBOX_PATH) || url.startsWith(CHAT_PATH)
        ? inboxPages
        : url.startsWith('/_local')
          ? status
          : api;
    if (served !== undefined) return void served.listener(request, response);
    const { status: code, headers, body } = unreachableReply(randomUUID());
    response.writeHead(code, headers as Record<string, string>).end(body);
  });
  closing.push(() => front.close());

  const parts: CloudPart[] = [];
  const idle = async () => {
    if (!functions.idle() || api?.idle() === false) return false;
    for (const part of parts) {
      for (const service of part.services) if (!(await service.idle())) return false;
      if ((await part.idle?.()) === false) return false;
    }
    // Checked one after the other, because something may have started meanwhile.
    return functions.idle() && api?.idle() !== false;
  };
  const clock = startClock(dataDirectory, idle, log);
  closing.push(() => clock.stop());
  const lines = rememberLines(() => clock.now());
  const logs: FunctionLogs = writeLogs(dataDirectory, (name, text) => {
    lines.print(name, text);
    options.echo?.(name, text);
  });
  closing.push(() => logs.close());
  const permissions = new TemplatePermissions();
  const endpoint = new AwsEndpoint({ permissions, roleOf: (key) => functions.roleOfAccessKey(key) });
  const awsFront: Listening = await listen(
    0,
    (request, response) => void endpoint.listener(request, response),
  );
  closing.push(() => awsFront.close());
  const functions = new LocalFunctions({
    ...{ clock, permissions, endpoint: awsFront.url, logs, meter },
    ...stretching,
  });
  closing.push(() => functions.stop());

  const context: CloudContext = {
    clock,
    functions,
    permissions,
    callAws: (call) => endpoint.call(call),
    authorize: (role, need) => permissions.refusal({ role }, need) === undefined,
    endpoint: awsFront.url,
    dataDirectory,
    log,
  };
  await (options.parts ?? localParts)(context, (part) => {
    parts.push(part);
    closing.push(() => part.stop());
    for (const service of part.services) endpoint.add(meter ? metered(service, meter) : service);
  });

  const assembly = readAssembly(options.assemblyDirectory);
  const registry = registerTypes([
    functionResources(functions, options.code ?? codeInAssets(assembly.assets), options.shortestTimeoutMs),
    ...versionResources,
    ...iamResources,
    ...apiResources(front.url),
    ...signInResources(`${front.url}${SIGN_IN_PATH}`),
    ...observabilityResources,
    ...lakeResources,
    ...parts.flatMap((part) => part.resourceTypes),
  ]);
  const { resources, outputs } = resolveResources(assembly, registry);
  permissions.read(resources);
  checkTrust(resources, permissions);
  for (const phase of PHASES) {
    for (const resource of resources) {
      const type = registry.get(resource.type);
      if (type?.phase === phase) await type.create?.(resource);
    }
  }
  const model = readApi(resources);
  for (const part of parts) await part.begin?.();

  const state = () => wholeState(clock, parts);
  status = serveStatus({
    clock,
    state,
    threads: () => functions.threads,
    dataDirectory,
    parts,
    logs: () => lines.newest(),
    idle,
  });
  const inbox = parts.find(isInbox);
  inboxPages = inbox && serveInbox(inbox);
  // Imported late: its key takes a tenth of a second, and most programs bring an API key.
  let made: Promise<Issuer> | undefined;
  const issuer = () => {
    made ??= import('./sign-in/create-issuer.ts').then(({ createIssuer }) =>
      createIssuer(`${front.url}${SIGN_IN_PATH}`, LOCAL_CLIENT_ID, () => clock.now()),
    );
    return made;
  };
  signIn = serveSignIn({ issuer, clock });
  // Ends first, because active work must not meet parts that have ended.
  closing.push(() => front.close(CLOSING_GRACE_MS));
  api = model && serveApi({ functions, clock, port: front.port, ...stretching }, model);
  return {
    baseUrl: front.url,
    awsEndpoint: awsFront.url,
    clock,
    outputs,
    resources,
    tableName: () => onlyTable(resources),
    state,
    idle,
    failed: Promise.race(parts.flatMap(({ failed }) => failed ?? [])),
    stop,
  };
}

function startClock(
  dataDirectory: string | undefined,
  idle: () => Promise<boolean>,
  log: (line: string) => void,
): RunningClock {
  const kept = persistClock(dataDirectory);
  return createClock({
    idle,
    skippedMs: kept.skippedMs,
    onSkip: (skippedMs) => kept.keep(skippedMs),
    onError: (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}

/** A function whose role Lambda may not assume cannot be deployed either. */
function checkTrust(resources: readonly Resource[], permissions: TemplatePermissions): void {
  for (const resource of resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    if (!permissions.trusts(String(resource.properties.Role), 'lambda.amazonaws.com')) {
      throw new UnsupportedInTemplate(resource, 'Role', 'it cannot be assumed by Lambda');
    }
  }
}

function onlyTable(resources: readonly Resource[]): string {
  const [table, second] = resources.filter(({ type }) => type.startsWith('AWS::DynamoDB::'));
  if (table === undefined || second !== undefined)
    throw new Error('the template must have exactly one table');
  return table.physicalName;
}

function isInbox(part: CloudPart): part is InboxPart {
  return 'search' in part && 'capture' in part;
}
