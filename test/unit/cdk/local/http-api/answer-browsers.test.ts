import { describe, expect, it } from 'vitest';
import { type Cors, corsHeaders, preflightReply } from '../../../../../cdk/local/http-api/answer-browsers.ts';

const cors: Cors = {
  origins: ['https://shop.example'],
  methods: ['*'],
  headers: ['authorization'],
  exposed: ['x-request-id'],
  maxAgeSeconds: 3600,
};
const asking = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };

describe('a browser', () => {
  it('learns before a request what its script may send', () => {
    expect(preflightReply(cors, 'OPTIONS', asking)).toEqual({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://shop.example',
        'access-control-expose-headers': 'x-request-id',
        'access-control-allow-methods': '*',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '3600',
        vary: 'origin',
      },
      body: '',
    });
  });

  it('of another origin is told nothing', () => {
    const other = { ...asking, origin: 'https://other.example' };
    expect(preflightReply(cors, 'OPTIONS', other)).toEqual({ status: 204, headers: {}, body: '' });
    expect(corsHeaders(cors, other)).toEqual({});
    expect(corsHeaders({ ...cors, origins: ['*'] }, other)).toMatchObject({
      'access-control-allow-origin': '*',
    });
  });

  it('asks the API itself where no origin may call it, or where it only looks at a route', () => {
    expect(preflightReply(undefined, 'OPTIONS', asking)).toBeUndefined();
    expect(preflightReply(cors, 'OPTIONS', { origin: 'https://shop.example' })).toBeUndefined();
    expect(preflightReply(cors, 'POST', asking)).toBeUndefined();
  });
});
