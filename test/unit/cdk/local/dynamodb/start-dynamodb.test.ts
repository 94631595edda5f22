import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
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

const answers = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

describe('startDynamoDb', () => {
  test('answers the SDK from memory, and is gone after stop', async () => {
    const dynamoDb = await startDynamoDb({ memory: true });
    const client = clientOf(dynamoDb.endpoint);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    client.destroy();
    await dynamoDb.stop();
    expect(await answers(dynamoDb.endpoint)).toBe(false);
  });

  test('two run side by side', async () => {
    const [one, two] = await Promise.all([startDynamoDb({ memory: true }), startDynamoDb({ memory: true })]);
    expect(one.endpoint).not.toBe(two.endpoint);
    await Promise.all([one.stop(), two.stop()]);
  });

  test('ends with its parent, also when that is killed', async () => {
    const module = new URL('../../../../../cdk/local/dynamodb/start-dynamodb.ts', import.meta.url).href;
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { startDynamoDb } = await import(${JSON.stringify(module)});
       console.log((await startDynamoDb({ memory: true })).endpoint);
       setInterval(() => {}, 1000);`,
    ]);
    const endpoint = await new Promise<string>((resolve) => {
      parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    });
    expect(await answers(endpoint)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(async () => !(await answers(endpoint)));
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
