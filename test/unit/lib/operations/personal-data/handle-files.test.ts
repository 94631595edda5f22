import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { eraseFile, isFileAbout } from '../../../../../lib/operations/personal-data/handle-files.ts';
import { linkedIds } from '../../../../../lib/operations/personal-data/linked-ids.ts';
import { maskingOf } from '../../../../../lib/operations/personal-data/mask.ts';
import { NO_TRACES } from '../../../../../lib/operations/personal-data/traces.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';

const PERSON = { phone: '+14155550123', email: null, customerId: null };

const search = {
  masking: maskingOf(PERSON, { ...NO_TRACES, texts: ['Ann', 'Lee'], telling: ['Ann Lee'] }),
  ids: linkedIds(['job_1', 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H']),
  keys: new Set(['documents/manifest']),
  isOfOthers: (key: string) => Promise.resolve(key.endsWith('doc_of_others')),
};

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

it.each([
  ['documents/job_1/doc_1', bytes('a picture'), 'deleted', undefined],
  // Another one's parcel of the same job.
  ['documents/job_1/doc_of_others', bytes('a picture'), undefined, 'same'],
  ['documents/manifest', bytes('%PDF'), 'deleted', undefined],
  ['documents/job_2/doc_1', new Uint8Array([0xff, 0xd8, 0xff]), undefined, 'same'],
  [
    'uploads/a.csv',
    bytes('1,Ann,+1 415 555 0123\n2,Bob,+14155550177'),
    'masked',
    '1,[erased],[erased]\n2,Bob,+14155550177',
  ],
  ['uploads/b.csv', bytes('2,Bob,+14155550177'), undefined, 'same'],
  ['uploads/e.csv', bytes('4,Ann,Lee,Oakland'), 'masked', '4,[erased],[erased],Oakland'],
  // It names their order, so the first name is theirs.
  [
    'uploads/f.csv',
    bytes('ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H,Ann'),
    'masked',
    'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H,[erased]',
  ],
  // Another one of the same first name.
  ['uploads/d.csv', bytes('3,Ann,+14155550188'), undefined, 'same'],
  ['uploads/c.csv', zipSync({ 'sheet.xml': bytes('<v>4155550123</v>') }), 'deleted', undefined],
  [
    'runs/a.json.gz',
    gzipSync('{"ord_1":[{"data":{"phone":"+14155550123","firstName":"Ann","cents":7}}]}'),
    'masked',
    '{"ord_1":[{"data":{"phone":"[erased]","firstName":"[erased]","cents":7}}]}',
  ],
] as const)('47 3.1: the file %s is %s', async (key, content, outcome, left) => {
  const bucket = memoryBucket();
  await bucket.put('org_a', key, content, 'text/plain');
  expect(await isFileAbout(bucket, 'org_a', key, search)).toBe(outcome !== undefined);
  expect(await eraseFile(bucket, 'org_a', key, search)).toBe(outcome);
  const after = bucket.objects.get(`org_a/${key}`);
  if (left === 'same') expect(after).toEqual(content);
  else {
    const text = after && (key.endsWith('.gz') ? gunzipSync(after) : Buffer.from(after)).toString();
    expect(text).toBe(left);
  }
  // Again there is nothing to do.
  expect(await eraseFile(bucket, 'org_a', key, search)).toBe(
    outcome === 'deleted' && key.startsWith('documents') ? 'deleted' : undefined,
  );
});

it('47 3.1: a message of a shop is still deleted in its time when it was written again', async () => {
  const [key, retention] = ['shop-messages/shm_1.json', 'shop-messages'];
  const bucket = memoryBucket();
  await bucket.put('org_a', key, bytes('{"firstName":"Ann","phone":"4155550123"}'), 'application/json', {
    retention,
  });
  expect(await eraseFile(bucket, 'org_a', key, search)).toBe('masked');
  expect(bucket.tags.get(`org_a/${key}`)).toEqual({ retention });
});
