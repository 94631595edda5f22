import type { Preceding } from './list-preceding.ts';
import type { LooseRoutes } from './loose-routes.ts';

/** How many of the best predecessors of a visit make it face their route. */
const NEAREST = 10;

/** The visits of one route that face another, and those of the other that face it, each in the order of the route. */
export type Facing = (one: number, other: number) => readonly [Int32Array, Int32Array];

/**
 * Prepares the search for visits of two routes that face each other: one of them should come soon after the other. On
 * long routes these are few, and hardly any other visits are worth exchanging. A result is valid until the next call.
 */
export function createFacing({ next, routeOf }: LooseRoutes, { list, width }: Preceding): Facing {
  const visits = list.length / width;
  const most = Math.min(width, NEAREST);
  const faces = new Uint8Array(visits);
  const ofOne = new Int32Array(visits);
  const ofOther = new Int32Array(visits);

  const mark = (route: number, other: number): void => {
    for (let u = next[visits + 2 * route]!; u < visits; u = next[u]!)
      for (let k = u * width; k < u * width + most; k++) {
        const v = list[k]!;
        if (v < 0) break;
        if (routeOf[v] !== other) continue;
        faces[u] = 1;
        faces[v] = 1;
      }
  };
  const gather = (route: number, into: Int32Array): Int32Array => {
    let count = 0;
    for (let u = next[visits + 2 * route]!; u < visits; u = next[u]!) {
      if (faces[u] === 0) continue;
      faces[u] = 0;
      into[count++] = u;
    }
    return into.subarray(0, count);
  };

  return (one, other) => {
    mark(one, other);
    mark(other, one);
    return [gather(one, ofOne), gather(other, ofOther)];
  };
}
