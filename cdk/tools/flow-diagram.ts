import { defineGenerator, replaceSection } from './generator.ts';

/** What workers reach outside the service. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'attempt-dispatch': 'providers([Delivery providers])',
  'send-webhooks': 'receivers([Webhook endpoints])',
};

/** The README's picture of the flow: its functions are those that the stack deploys. */
export const flowDiagram = defineGenerator({
  file: 'README.md',
  async render(present) {
    if (present === undefined) return undefined;
    const { areas } = await import('../../functions/api/index.ts');
    const { queueWorkers, taskWorkers } = await import('../../functions/workers/index.ts');
    const machines = [...new Set(queueWorkers.flatMap(({ uses }) => uses.starts ?? []))];
    const lines = [
      'client([HTTP client]) --> gateway[API Gateway HTTP API]',
      'gateway --> authorize[authorize]',
      `gateway --> api["one function per area:<br/>${areas.map(({ name }) => name).join(', ')}"]`,
      'api -- "one transaction: state, claims, events" --> table[("DynamoDB, one table")]',
      'table -- stream --> router[route-events]',
      ...queueWorkers.map(({ name }) => `router -- queue --> ${name}`),
      ...queueWorkers.flatMap(({ name }) => (OUTSIDE[name] ? [`${name} --> ${OUTSIDE[name]}`] : [])),
      `machines[["Step Functions:<br/>${machines.join(', ')}"]]`,
      ...queueWorkers.filter(({ uses }) => uses.starts).map(({ name }) => `${name} -- starts --> machines`),
      ...taskWorkers.filter(({ schedule }) => !schedule).map(({ name }) => `machines --> ${name}`),
      ...taskWorkers
        .filter(({ schedule }) => schedule)
        .map(({ name, schedule }) => `scheduler[["Scheduler: ${schedule}"]] --> ${name}`),
      ...[...queueWorkers, ...taskWorkers]
        .filter(({ uses }) => uses.table === 'readWrite')
        .map(({ name }) => `${name} -. state and events .-> table`),
    ];
    return replaceSection(
      present,
      'flow',
      ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'].join('\n'),
    );
  },
});
