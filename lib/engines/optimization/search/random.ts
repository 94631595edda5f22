/** Seeded source of randomness: xoshiro128** (Blackman and Vigna 2018), state kept as 32-bit integers. */
export interface Random {
  /** Uniform in [0, bound), bound up to 2^31. */
  below(bound: number): number;
  /** Uniform in [0, 1). */
  unit(): number;
}

/** A generator whose sequence depends on the seed only. */
export function createRandom(seed: number): Random {
  const state = new Int32Array(4);
  let mixed = seed | 0;
  for (let i = 0; i < 4; i++) {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    state[i] = z ^ (z >>> 15);
  }
  const next = (): number => {
    const s1 = state[1]!;
    let result = Math.imul(s1, 5);
    result = Math.imul((result << 7) | (result >>> 25), 9);
    const t = s1 << 9;
    const s2 = state[2]! ^ state[0]!;
    const s3 = state[3]! ^ s1;
    state[1] = s1 ^ s2;
    state[0] = state[0]! ^ s3;
    state[2] = s2 ^ t;
    state[3] = (s3 << 11) | (s3 >>> 21);
    return result >>> 0;
  };
  return {
    below: (bound) => Math.floor((next() / 4294967296) * bound),
    unit: () => next() / 4294967296,
  };
}
