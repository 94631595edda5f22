/**
 * Does what `npm start` does, from an existing assembly: a local cloud in a separate process that can be killed.
 * Arguments: assembly directory, data directory, port. Prints `ready`.
 */
import { cpSync, rmSync } from 'node:fs';
import { demoOrganization } from '../../cdk/local/demo-organization.ts';
import { localTable } from '../../cdk/local/open-table.ts';
import { writeRunFile } from '../../cdk/local/run-file.ts';
import { startFromSettings } from '../../cdk/local/start-from-settings.ts';

process.env.TZ = 'UTC';

const [assembly = '', dataDirectory = '', port] = process.argv.slice(2);
const cloud = await startFromSettings(
  { port: Number(port), dataDirectory, fresh: false, logs: process.env.LOGS !== undefined },
  async (directory) => {
    rmSync(directory, { recursive: true, force: true });
    cpSync(assembly, directory, { recursive: true });
  },
);
process.on('SIGTERM', () => void cloud.stop().finally(() => process.exit(0)));
const [baseUrl, awsEndpoint, tableName] = [cloud.baseUrl, cloud.awsEndpoint, cloud.tableName()];
writeRunFile(dataDirectory, { baseUrl, awsEndpoint, tableName });
await demoOrganization(dataDirectory, baseUrl, localTable(awsEndpoint, tableName));
process.stdout.write('ready\n');
