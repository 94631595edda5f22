/** `npm start`: the whole service on this machine. */
import { sentenceOf } from './sentence-of.ts';

/** Longest time for ending (ms). */
const STOP_LIMIT_MS = 2_500;

// Lambda runs in UTC, and the functions share this process.
process.env.TZ = 'UTC';

/** Interval of the check that npm is still there (ms). */
const PARENT_CHECK_MS = 250;

/** True once a signal requested the end: later failures do not matter. */
let ending = false;

// On AWS a fault in one service does not end the others.
process.on('unhandledRejection', (reason) => {
  if (!ending) console.error('local cloud: internal error:', reason);
});

try {
  await run();
} catch (error) {
  if (!ending) fail(error);
}

async function run(): Promise<void> {
  const { readSettings } = await import('./read-settings.ts');
  const settings = readSettings(process.argv.slice(2), process.env);
  let end: () => Promise<void> = async () => undefined;
  const finish = () => {
    // Once is enough: npm passes on a signal that the terminal has already sent to everybody.
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    void end().finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, finish);
  if (process.env.npm_lifecycle_event !== undefined) whenParentEnds(finish);

  const { startFromSettings } = await import('./start-from-settings.ts');
  const { stepsToMake } = await import('./preparation/kept-steps.ts');
  const { prepareApart } = await import('./preparation/prepare-apart.ts');
  const { STEPS } = await import('./preparation/steps.ts');
  const { demoOrganization, hasDemo } = await import('./demo-organization.ts');
  const { DEMO_USERS, SIGN_IN_PATH } = await import('./sign-in/serve-sign-in.ts');
  const { localTable } = await import('./local-table.ts');
  const { writeRunFile } = await import('./run-file.ts');
  const { quickstart } = await import('../../lib/platform/http/docs/quickstart.ts');
  const { cloud, preparation } = await startFromSettings(settings, (directory, context) =>
    prepareApart(stepsToMake(directory, context), { demo: !hasDemo(settings.dataDirectory) }),
  );
  end = () => cloud.stop();
  if (ending) return;
  const { baseUrl, awsEndpoint } = cloud;
  const tableName = cloud.tableName();
  const removeRunFile = writeRunFile(settings.dataDirectory, { baseUrl, awsEndpoint, tableName });
  end = async () => {
    removeRunFile();
    await cloud.stop();
  };
  const demo = await demoOrganization(settings.dataDirectory, baseUrl, () =>
    preparation.makeDemo(localTable(awsEndpoint, tableName)),
  );
  preparation.release();
  Promise.all(STEPS.map((step) => preparation.done(step))).catch(reportIncomplete);
  void cloud.failed.then((error) => {
    if (!ending) void end().finally(() => fail(error));
  });
  const externalId = `first-${Date.now().toString(36)}`;
  const steps = quickstart({ baseUrl, apiKey: demo.apiKey, externalId });
  console.log(`Ready after ${(performance.now() / 1000).toFixed(1)} s.

  Console        ${baseUrl}/console (sign in as any demo user, without a password)
  API            ${baseUrl}
  Documentation  ${baseUrl}/docs
  Status         ${baseUrl}/_local
  Inbox          ${baseUrl}/_local/inbox
  Demo key       ${demo.apiKey}
  Demo users     ${DEMO_USERS.map(({ email }) => email).join(', ')}
                 POST { "email" } to ${baseUrl}${SIGN_IN_PATH} for a token

A first delivery: paste these lines one by one into another terminal. It takes 20 s.

${steps.map(({ title, line }) => `# ${title}\n${line}`).join('\n')}

Stop with Ctrl-C; what was written stays in ${settings.dataDirectory}.`);
}

/** Tells why functions answer with errors, once. */
function reportIncomplete(reason: unknown): void {
  if (ending) return;
  console.error(`Not everything could be built, so some requests are answered with errors: ${sentenceOf(reason)}
Mend it and start again.`);
}

/**
 * A signal sent only to npm reaches npm's shell, which ends without passing it on. This process then has another
 * parent, and nobody would end it.
 */
function whenParentEnds(finish: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) finish();
  }, PARENT_CHECK_MS).unref();
}

function fail(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(1);
}
