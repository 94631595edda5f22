/** Randomness derived from a text, so that the same text draws the same numbers. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(text: string) {
    let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      a = b ^ Math.imul(a ^ code, 597399067);
      b = c ^ Math.imul(b ^ code, 2869860233);
      c = d ^ Math.imul(c ^ code, 951274213);
      d = a ^ Math.imul(d ^ code, 2716044179);
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** From 0 to below 1 (sfc32). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<One>(of: readonly One[]): One {
    return of[Math.floor(this.next() * of.length)]!;
  }

  /** Waits are mostly short and sometimes long: the mean is `mean`. */
  wait(mean: number): number {
    return Math.ceil(-Math.log(1 - this.next()) * mean);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.between(0, 255));
  }

  shuffle<One>(of: readonly One[]): One[] {
    const left = [...of];
    return of.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0]!);
  }
}
