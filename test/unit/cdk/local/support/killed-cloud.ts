/**
 * A local cloud to be killed: it writes items as fast as it can, its stream feeds a queue, its queue a file. Arguments:
 * data directory, `write` or `drain`. Prints the number of each item whose write was acknowledged, or `drained` when
 * nothing is left to do.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyCloud, STREAM_ARN } from './any-cloud.ts';

const [dataDirectory = '', mode] = process.argv.slice(2);
const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:work';

interface Change {
  readonly dynamodb: { readonly Keys: { readonly sk: { readonly S: string } } };
}

const cloud = await anyCloud({
  dataDirectory,
  functions: {
    router(event) {
      // Records of any source are typed as arbitrary objects; those of a stream look like this.
      for (const record of event.Records as unknown as readonly Change[]) {
        cloud.queues.send('work', { body: record.dynamodb.Keys.sk.S });
      }
    },
    async worker(event) {
      await new Promise((resolve) => setTimeout(resolve, 3));
      const bodies = event.Records.map((record) => `${record.body}\n`);
      appendFileSync(join(dataDirectory, 'delivered.txt'), bodies.join(''));
    },
  },
  queues: { work: {} },
  mappings: {
    stream: { EventSourceArn: STREAM_ARN, FunctionName: 'router', StartingPosition: 'LATEST', BatchSize: 5 },
    queue: { EventSourceArn: QUEUE_ARN, FunctionName: 'worker' },
  },
});

if (mode === 'write') {
  for (let n = 0; ; n++) {
    const sk = `${process.pid}-${n}`;
    const { status } = await cloud.put({ pk: 'a', sk });
    if (status === 200) process.stdout.write(`${sk}\n`);
  }
}
const idle = async () =>
  (await cloud.eventSources.idle?.()) === true &&
  (await cloud.queueService.idle()) &&
  (await cloud.table.idle());
for (let quiet = 0; quiet < 5; ) {
  quiet = (await idle()) ? quiet + 1 : 0;
  await new Promise((resolve) => setTimeout(resolve, 5));
}
await cloud.stop();
process.stdout.write('drained\n');
