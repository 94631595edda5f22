import { DescribeKeyCommand, LocationClient } from '@aws-sdk/client-location';
import { MAP_TIME_LIMITS } from '../../platform/core/aws-time-limits.ts';
import type { Log } from '../../platform/core/log.ts';
import type { MapStyle } from './map-style.ts';

/**
 * Amazon Location's standard style, by the installation's key. CloudFormation creates the key and does not tell it, so it is
 * read once. Without an answer the map is plain, and the next caller asks again.
 */
export function amazonMapStyle(deps: {
  readonly log: Log;
  readonly keyName: string;
  readonly region: string;
  readonly client?: Pick<LocationClient, 'send'>;
}): MapStyle {
  const { log, keyName, region, client = new LocationClient(MAP_TIME_LIMITS) } = deps;
  let known: string | undefined;
  return async () => {
    if (known !== undefined) return known;
    try {
      const { Key = '' } = await client.send(new DescribeKeyCommand({ KeyName: keyName }));
      if (Key === '') return '';
      const query = `key=${encodeURIComponent(Key)}&color-scheme={scheme}`;
      known = `https://maps.geo.${region}.amazonaws.com/v2/styles/Standard/descriptor?${query}`;
      return known;
    } catch (error) {
      log.error(
        'map.key_unavailable',
        'The key to the map could not be read; the console shows the plain one.',
        {},
        error,
      );
      return '';
    }
  };
}
