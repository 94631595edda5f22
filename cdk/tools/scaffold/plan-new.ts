import { newAction } from './new-action.ts';
import { newEndpoint } from './new-endpoint.ts';
import { newProvider } from './new-provider.ts';
import { newWorker } from './new-worker.ts';
import { CannotScaffold, type Plan } from './plan.ts';

const USAGE = `Usage:
  npm run new -- endpoint AREA NAME METHOD PATH     npm run new -- endpoint orders count-orders GET /v1/orders/count
  npm run new -- worker NAME EVENT...               npm run new -- worker count-orders order.created order.archived
  npm run new -- worker NAME --schedule EXPRESSION  npm run new -- worker count-orders --schedule "rate(1 hour)"
  npm run new -- worker NAME                        a step of a state machine
  npm run new -- provider NAME                      npm run new -- provider city-bikes
  npm run new -- action NAME                        npm run new -- action greet-customer

Writes the file, its test and its line in the list that deploys it. Names are in kebab-case.`;

const KINDS: Readonly<Record<string, (root: string, args: readonly string[]) => Plan | Promise<Plan>>> = {
  endpoint: newEndpoint,
  worker: newWorker,
  provider: newProvider,
  action: newAction,
};

/** What the command line asks for. Throws `CannotScaffold` with one sentence when it cannot be had. */
export async function planNew(root: string, [kind, ...args]: readonly string[]): Promise<Plan> {
  const plan = kind !== undefined && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!plan) {
    const said = kind === undefined ? 'Say what to create.' : `There is no kind "${kind}".`;
    throw new CannotScaffold(`${said} Kinds are ${Object.keys(KINDS).join(', ')}.\n\n${USAGE}`);
  }
  return plan(root, args);
}
