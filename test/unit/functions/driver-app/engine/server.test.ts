import { expect, test } from 'vitest';
import { serverAt } from '../../../../../functions/driver-app/engine/server.ts';

const APP = { platform: 'android', version: '1.0.0' } as const;

const answering = (status: number, body: object | string = {}) =>
  serverAt(
    'https://api.example',
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );

test('45 3 a refusal is told apart from a network that is not there and a phone that is signed out', async () => {
  expect(await answering(200, { at: 'now' }).work('t', APP)).toEqual({ is: 'ok', reply: { at: 'now' } });
  expect(await answering(401).work('t', APP)).toEqual({ is: 'signedOut' });
  for (const status of [429, 500, 503])
    expect(await answering(status).work('t', APP)).toEqual({ is: 'unreachable' });
  const refusal = { error: { code: 'FORBIDDEN', message: 'The driver is disabled.' } };
  expect(await answering(403, refusal).work('t', APP)).toEqual({
    is: 'refused',
    code: 'FORBIDDEN',
    message: 'The driver is disabled.',
  });
  expect(await answering(400, '<html>').work('t', APP)).toMatchObject({ is: 'refused', code: '400' });
  const without = serverAt('https://api.example', async () => Promise.reject(new TypeError('offline')));
  expect(await without.work('t', APP)).toEqual({ is: 'unreachable' });
});
