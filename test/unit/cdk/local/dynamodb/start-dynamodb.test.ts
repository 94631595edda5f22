import { execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { dynoxideBinary } from '../../../../../cdk/local/dynamodb/dynoxide-binary.ts';
import { startDynamoDb } from '../../../../../cdk/local/dynamodb/start-dynamodb.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

function clientOf(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Running servers with their command lines, without the shells around them. */
const servers = () =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('dynoxide') && line.includes(' serve ') && !line.includes('/bin/sh'))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line }));

const serversOf = (directory: string) =>
  servers()
    .filter(({ command }) => command.includes(directory))
    .map(({ pid }) => pid);

const answers = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

describe('startDynamoDb', () => {
  test('answers the SDK from a temporary file, and both are gone after stop', async () => {
    const dynamoDb = await startDynamoDb({ temporary: true });
    const client = clientOf(dynamoDb.endpoint);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    client.destroy();
    expect(existsSync(dynamoDb.databaseFile ?? '')).toBe(true);
    await dynamoDb.stop();
    expect(await answers(dynamoDb.endpoint)).toBe(false);
    expect(existsSync(dirname(dynamoDb.databaseFile ?? ''))).toBe(false);
  });

  test('two run side by side', async () => {
    const [one, two] = await Promise.all([
      startDynamoDb({ temporary: true }),
      startDynamoDb({ temporary: true }),
    ]);
    expect(one.endpoint).not.toBe(two.endpoint);
    await Promise.all([one.stop(), two.stop()]);
  });

  test('ends with its parent, also when that is killed, and leaves no file', async () => {
    const module = new URL('../../../../../cdk/local/dynamodb/start-dynamodb.ts', import.meta.url).href;
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { startDynamoDb } = await import(${JSON.stringify(module)});
       const { endpoint, databaseFile } = await startDynamoDb({ temporary: true });
       console.log(endpoint + ' ' + databaseFile);
       setInterval(() => {}, 1000);`,
    ]);
    const printed = await new Promise<string>((resolve) => {
      parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    });
    const [endpoint = '', databaseFile = ''] = printed.split(' ');
    expect(await answers(endpoint)).toBe(true);
    expect(existsSync(databaseFile)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(async () => !(await answers(endpoint)) && !existsSync(dirname(databaseFile)));
  });

  test('49.3 is started again when it ends by itself, with everything that it acknowledged', async () => {
    const directory = temporaryDirectory('dynamodb-again');
    const dynamoDb = await startDynamoDb({ directory });
    const client = clientOf(dynamoDb.endpoint);
    await client.send(
      new CreateTableCommand({
        TableName: 'kept',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    );
    for (let times = 0; times < 2; times += 1) {
      const Item = { pk: { S: `item-${times}` } };
      await client.send(new PutItemCommand({ TableName: 'kept', Item }));
      for (const pid of serversOf(directory)) process.kill(pid, 'SIGKILL');
      await waitUntil(async () => !(await answers(dynamoDb.endpoint)) || serversOf(directory).length > 0);
      await waitUntil(() => answers(dynamoDb.endpoint));
      const read = await client.send(new GetItemCommand({ TableName: 'kept', Key: Item }));
      expect(read.Item).toEqual(Item);
    }
    client.destroy();
    await dynamoDb.stop();
    expect(await answers(dynamoDb.endpoint)).toBe(false);
  });

  test('49.3 has failed when it ends by itself and everything was temporary', async () => {
    const before = new Set(servers().map(({ pid }) => pid));
    const dynamoDb = await startDynamoDb({ temporary: true });
    const port = new URL(dynamoDb.endpoint).port;
    for (const { pid, command } of servers()) {
      if (!before.has(pid) && command.includes(`--port ${port}`)) process.kill(pid, 'SIGKILL');
    }
    expect((await dynamoDb.failed).message).toContain('ended by itself');
    await dynamoDb.stop();
  });

  test('names the file when the data is damaged', async () => {
    const directory = temporaryDirectory('dynamodb');
    writeFileSync(join(directory, 'dynamodb.sqlite'), 'this is not a database at all, but text '.repeat(50));
    await expect(startDynamoDb({ directory })).rejects.toThrow(
      /dynamodb\.sqlite is damaged: start with --fresh/,
    );
  });

  test('uses a given endpoint as it is', async () => {
    const dynamoDb = await startDynamoDb({ endpoint: 'http://127.0.0.1:8000/' });
    expect(dynamoDb.endpoint).toBe('http://127.0.0.1:8000');
    await dynamoDb.stop();
  });

  test('says the way out on a platform without a binary', () => {
    expect(() => dynoxideBinary('plan9', 'mips')).toThrow(
      /no local DynamoDB for plan9-mips.*DYNAMODB_ENDPOINT/,
    );
  });
});
