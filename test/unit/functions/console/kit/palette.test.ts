import { describe, expect, it } from 'vitest';
import { PALETTE } from '../../../../../functions/console/kit/palette.ts';
import { routeColors } from '../../../../../functions/console/kit/route-colors.ts';

type Triple = readonly [number, number, number];

/** How people see colors: as they are, and with each kind of color blindness (Machado et al. 2009, severity 1). */
const VISIONS: Readonly<Record<string, readonly Triple[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (rows: readonly Triple[], [a, b, c]: Triple) =>
  rows.map(([x, y, z]) => Math.min(1, Math.max(0, x * a + y * b + z * c))) as unknown as Triple;

function linear(color: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

function lab([r, g, b]: Triple): Triple {
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = root(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = root((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Smallest distance (CIELAB) between any two colors as they are seen. */
function smallest(colors: readonly string[], vision: string): number {
  const seen = colors.map((color) => lab(times(VISIONS[vision]!, linear(color))));
  const distances = seen.flatMap((a, index) =>
    seen.slice(index + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
  );
  return Math.min(...distances);
}

const routeAt = (index: number, lat: number, lng = 0) => ({
  id: `rte_${index}`,
  stops: [{ location: { lat, lng } }],
});

describe('4.8.6 colors of routes', () => {
  it('are 48 different ones', () => {
    expect(new Set(PALETTE).size).toBe(48);
  });

  it.each(Object.keys(VISIONS))(
    'are told apart with %s: all 48, and the first 8 and 16 better still',
    (vision) => {
      expect(smallest(PALETTE, vision)).toBeGreaterThan(9.4);
      expect(smallest(PALETTE.slice(0, 16), vision)).toBeGreaterThan(14.7);
      expect(smallest(PALETTE.slice(0, 8), vision)).toBeGreaterThan(25);
    },
  );

  it('neighbors in the list differ clearly, whoever looks', () => {
    for (const vision of Object.keys(VISIONS)) {
      for (let at = 1; at < PALETTE.length; at += 1) {
        expect(smallest([PALETTE[at - 1]!, PALETTE[at]!], vision)).toBeGreaterThan(12);
      }
    }
  });

  it('are all different up to 48 routes, and stay while stops move and routes come and go', () => {
    const routes = Array.from({ length: 48 }, (_, index) => routeAt(index, index));
    const before = routeColors(routes);
    expect(new Set(before.values()).size).toBe(48);
    const edited = routes.map(({ id }, index) => ({ ...routeAt(index, 48 - index), id })).reverse();
    expect(new Map([...routeColors(edited)].toSorted())).toEqual(new Map([...before].toSorted()));
    const without = routeColors(edited.slice(1));
    expect([...without].every(([id, color]) => before.get(id) === color)).toBe(true);
  });

  it('past 48, a color repeats only between routes that are far apart', () => {
    const routes = Array.from({ length: 96 }, (_, index) => ({
      ...routeAt(index, (index % 48) / 10, index < 48 ? 0 : 0.05),
      id: `far_${index}`,
    }));
    const colors = routeColors(routes);
    const sharers = Map.groupBy(routes, ({ id }) => colors.get(id));
    for (const some of sharers.values()) {
      const lats = some.map(({ stops }) => stops[0]!.location.lat).toSorted((a, b) => a - b);
      expect(lats.every((lat, index) => index === 0 || lat - lats[index - 1]! > 0.5)).toBe(true);
    }
  });
});
