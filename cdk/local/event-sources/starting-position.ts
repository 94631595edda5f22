import type { DynamoDbStreams, StreamPosition } from '../dynamodb/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Mapping } from './mapping-definition.ts';

/**
 * Records the start position of a new mapping before anything is written: otherwise `LATEST` would skip the
 * first writes, and a kill could move it.
 */
export async function noteStartingPosition(
  mapping: Mapping,
  streams: DynamoDbStreams,
  checkpoints: Checkpoints,
): Promise<void> {
  if (checkpoints.load(mapping.name) !== undefined) return;
  let position: StreamPosition | undefined;
  if (mapping.fromLatest) {
    const cursor = streams.cursor(mapping.sourceArn, undefined);
    for (let page = await cursor.next(1000); page.length > 0; page = await cursor.next(1000)) {
      position = page.at(-1)?.position;
    }
  }
  checkpoints.save(mapping.name, position ?? 'oldest');
}

/** The position after which a mapping has not read; undefined at the oldest record. */
export function checkpointOf(mapping: Mapping, checkpoints: Checkpoints): StreamPosition | undefined {
  const stored = checkpoints.load(mapping.name);
  return stored === 'oldest' ? undefined : stored;
}
