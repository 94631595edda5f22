/**
 * Does what `npm start` does, from an existing assembly: a local cloud in a separate process that can be killed.
 * Arguments: assembly directory, data directory, port. Prints `ready`.
 */
import { cpSync, rmSync } from 'node:fs';
import { createDemo } from '../../cdk/local/create-demo.ts';
import { demoOrganization } from '../../cdk/local/demo-organization.ts';
import { localTable } from '../../cdk/local/local-table.ts';
import { writeRunFile } from '../../cdk/local/run-file.ts';
import { startFromSettings } from '../../cdk/local/start-from-settings.ts';

process.env.TZ = 'UTC';

const [assembly = '', dataDirectory = '', port] = process.argv.slice(2);
const { cloud } = await startFromSettings(
  { port: Number(port), dataDirectory, fresh: false, logs: process.env.LOGS !== undefined },
  (directory) => {
    rmSync(directory, { recursive: true, force: true });
    cpSync(assembly, directory, { recursive: true });
    return { done: async () => undefined, makeDemo: createDemo, release: () => undefined };
  },
);
process.on('SIGTERM', () => void cloud.stop().finally(() => process.exit(0)));
const [baseUrl, awsEndpoint, tableName] = [cloud.baseUrl, cloud.awsEndpoint, cloud.tableName()];
writeRunFile(dataDirectory, { baseUrl, awsEndpoint, tableName });
await demoOrganization(dataDirectory, baseUrl, () => createDemo(localTable(awsEndpoint, tableName)));
process.stdout.write('ready\n');
