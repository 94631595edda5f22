import { beforeEach, expect, test } from 'vitest';
import { readRunFile, writeRunFile } from '../../../../cdk/local/run-file.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory('data');
});

test('tools find a running local cloud, and are told when there is none', () => {
  const running = { baseUrl: 'http://a', awsEndpoint: 'http://b', tableName: 't' };
  const remove = writeRunFile(directory, running);
  expect(readRunFile(directory)).toEqual(running);
  remove();
  expect(() => readRunFile(directory)).toThrow(
    `No local cloud is running on ${directory}: start one with "npm start".`,
  );
});
