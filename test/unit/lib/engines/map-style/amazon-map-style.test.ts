import { describe, expect, it } from 'vitest';
import { amazonMapStyle } from '../../../../../lib/engines/map-style/index.ts';
import { recordingLog } from '../../../../support/recording-log.ts';

/** A style by a client that answers like this, one answer after the other. */
function styleOn(...answers: readonly (string | Error)[]) {
  const asked: unknown[] = [];
  const log = recordingLog();
  const client = {
    send: async ({ input }: { input: unknown }) => {
      asked.push(input);
      const answer = answers[asked.length - 1];
      if (answer instanceof Error) throw answer;
      return { Key: answer };
    },
  } as never;
  return {
    style: amazonMapStyle({ log, keyName: 'delivery-dev-map', region: 'eu-west-1', client }),
    asked,
    log,
  };
}

describe("44 1.1 Amazon Location's map", () => {
  it('is addressed by the key, which is read once', async () => {
    const { style, asked } = styleOn('v1.public.a+b', 'never asked');
    const url =
      'https://maps.geo.eu-west-1.amazonaws.com/v2/styles/Standard/descriptor?key=v1.public.a%2Bb&color-scheme={scheme}';
    expect([await style(), await style()]).toEqual([url, url]);
    expect(asked).toEqual([{ KeyName: 'delivery-dev-map' }]);
  });

  it('is the plain one while the key cannot be read, and the next page asks again', async () => {
    const { style, log } = styleOn(new Error('no such host'), 'v1.public.key');
    expect(await style()).toBe('');
    expect(JSON.stringify(log)).toContain('map.key_unavailable');
    expect(await style()).toContain('key=v1.public.key');
  });
});
