import { deployedUnits, machinesOf } from '../units.ts';
import { defineGenerator } from './generator.ts';

/** What workers reach outside the service. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'attempt-dispatch': 'providers([Delivery providers])',
  'send-webhooks': 'receivers([Webhook endpoints])',
};

const FILE = 'functions/workers/FLOW.md';

const HEAD = `# The flow

Generated from the functions that the stacks deploy by \`npm run generate\`. README.md shows it in short and explains it.
`;

/** The picture of the flow with every worker. */
export const flowDiagram = defineGenerator({
  files: /^functions\/workers\/FLOW\.md$/,
  async render() {
    const { areas } = await import('../../functions/api/index.ts');
    const { queueWorkers, taskWorkers } = await import('../../functions/workers/index.ts');
    const machines = machinesOf(deployedUnits).map(({ name }) => name);
    const lines = [
      'client([HTTP client]) --> gateway[API Gateway HTTP API]',
      'gateway --> authorize[authorize]',
      `gateway --> api["one function per area:<br/>${areas.map(({ name }) => name).join(', ')}"]`,
      'api -- "one transaction: state, claims, events" --> table[("DynamoDB, one table")]',
      'table -- stream --> router[route-events]',
      ...queueWorkers
        .filter(({ consumes }) => consumes.length > 0)
        .map(({ name }) => `router -- queue --> ${name}`),
      ...queueWorkers.flatMap(({ name }) => (OUTSIDE[name] ? [`${name} --> ${OUTSIDE[name]}`] : [])),
      `machines[["Step Functions:<br/>${machines.join(', ')}"]]`,
      ...queueWorkers.filter(({ uses }) => uses.starts).map(({ name }) => `${name} -- starts --> machines`),
      ...queueWorkers.flatMap(({ name, uses }) =>
        (uses.sends ?? []).map((worker) => `${name} -- queue --> ${worker}`),
      ),
      ...machinesOf(deployedUnits).flatMap(({ invokes = [], sends = [] }) =>
        [...invokes, ...sends].map((worker) => `machines --> ${worker}`),
      ),
      ...taskWorkers
        .filter(({ schedule }) => schedule)
        .map(({ name, schedule }) => `scheduler[["Scheduler: ${schedule}"]] --> ${name}`),
      ...[...queueWorkers, ...taskWorkers]
        .filter(({ uses }) => uses.table === 'readWrite')
        .map(({ name }) => `${name} -. state and events .-> table`),
    ];
    const picture = ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```', ''];
    return new Map([[FILE, [HEAD, ...picture].join('\n')]]);
  },
});
