import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findOutgoingRequests } from '../support/boundaries/find-outgoing-requests.ts';
import { readSources } from '../support/boundaries/read-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Code that runs in a browser, or at the client's. */
const ELSEWHERE = /^(functions\/(console|docs|driver-app)|lib\/client)\//;

/**
 * What the service sends requests with, and where to. Addresses from outside are called by `guardedRequest` alone;
 * every other entry says which address of the installation it calls.
 */
const KNOWN: Readonly<Record<string, { readonly with: readonly string[]; readonly calls: string }>> = {
  'lib/platform/core/guarded-request.ts': {
    with: ['node:http', 'node:https'],
    calls: 'what the guard allows',
  },
  'lib/platform/core/destination.ts': { with: ['node:dns', 'node:net'], calls: 'nothing: it is the guard' },
  'lib/platform/storage/s3-bucket.ts': {
    with: ['fetch'],
    calls: 'the bucket, by links that it signs itself',
  },
  'lib/engines/models/chat-completions-model.ts': {
    with: ['fetch'],
    calls: 'the endpoint of the setting modelEndpoint',
  },
  'functions/compose/installed-model.ts': {
    with: ['fetch'],
    calls: 'the endpoint of the setting modelEndpoint',
  },
  'lib/engines/travel/valhalla.ts': { with: ['fetch'], calls: 'the engine of roads that the settings name' },
  'lib/people/tenancy/sign-in/fetch-json.ts': {
    with: ['fetch'],
    calls: 'the issuer of the setting signInIssuer',
  },
  'functions/compose/call-service.ts': { with: ['fetch'], calls: 'the own API' },
  'functions/api/notifications/receive-channel-news.ts': {
    with: ['fetch'],
    calls: 'hosts of Amazon SNS, which verifyTopicMessage checks',
  },
};

it('49.4 addresses from outside are called by the guarded request alone', () => {
  const found = Object.fromEntries(
    readSources(ROOT, ['lib', 'functions'])
      .filter(({ file }) => !ELSEWHERE.test(file))
      .map((source) => [source.file, findOutgoingRequests(source)] as const)
      .filter(([, tools]) => tools.length > 0)
      .map(([file, tools]) => [file, tools.toSorted()]),
  );
  expect(found).toEqual(
    Object.fromEntries(Object.entries(KNOWN).map(([file, one]) => [file, [...one.with]])),
  );
});

it.each([
  ["import { request } from 'node:http';", ['node:http']],
  ["import { request } from 'https';", ['https']],
  ["import { connect } from 'node:tls';", ['node:tls']],
  ["import got from 'got';", ['got']],
  ["const { get } = await import('node:http');", ['node:http']],
  ['await fetch(url);', ['fetch']],
  ['await globalThis.fetch(url);', ['fetch']],
  ['const deps = { fetch };', ['fetch']],
  ['new WebSocket(url);', ['WebSocket']],
])('%s could send a request', (text, tools) => {
  expect(findOutgoingRequests({ file: 'lib/a.ts', text })).toEqual(tools);
});

it.each([
  "import type { IncomingMessage } from 'node:http';",
  'export function make(call: typeof fetch): Made {',
  '// It does not fetch(url).',
  "const script = 'fetch(location.href)';",
  'await handler.fetch(request);',
])('%s sends none', (text) => {
  expect(findOutgoingRequests({ file: 'lib/a.ts', text })).toEqual([]);
});
