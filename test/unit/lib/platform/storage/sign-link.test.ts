import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { checkLink, signLink } from '../../../../../lib/platform/storage/sign-link.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session/+=' };
const options = { region: 'us-east-1', nowMs: NOW, seconds: 900 };
const object = { 'content-type': 'image/jpeg', 'content-length': '17' };

/** S3's answer to a request to this link. */
function judged(
  link: string,
  change: { method?: string; path?: string; headers?: Record<string, string>; nowMs?: number } = {},
) {
  const url = new URL(link);
  const { method = 'PUT', path = url.pathname, headers = object, nowMs = NOW } = change;
  const request = { method, path, query: url.searchParams, headers: { host: url.host, ...headers } };
  return checkLink(request, 'secret', nowMs);
}

describe('a presigned link', () => {
  const upload = signLink(
    {
      method: 'PUT',
      url: new URL('https://files.s3.us-east-1.amazonaws.com/org_1/documents/a'),
      headers: object,
    },
    keys,
    options,
  );

  it('is good for exactly the type, size and object that it was made for, while it lasts', () => {
    expect(judged(upload)).toBeUndefined();
    expect(judged(upload, { nowMs: NOW + 900_000 })).toBeUndefined();
    expect(judged(upload, { nowMs: NOW + 900_001 })).toContain('expired');
    for (const change of [
      { method: 'GET' },
      { path: '/org_2/documents/a' },
      { headers: { ...object, 'content-type': 'text/html' } },
      { headers: { ...object, 'content-length': '18' } },
    ]) {
      expect(judged(upload, change)).toContain('does not match');
    }
    expect(judged(upload.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'))).toContain('does not match');
  });

  it('is signed as the client of S3 signs', async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = keys;
    const client = new S3Client({
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey, sessionToken },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    const command = new GetObjectCommand({ Bucket: 'files', Key: "org_1/day=1/a (1)'s.txt" });
    const theirs = await getSignedUrl(client, command, { expiresIn: 900, signingDate: new Date(NOW) });
    expect(judged(theirs, { method: 'GET', headers: {} })).toBeUndefined();
    expect(judged(theirs, { method: 'GET', headers: {}, path: '/other' })).toContain('does not match');
  });
});
