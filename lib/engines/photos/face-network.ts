/** Numbers of an image or of a layer: rows of columns of channels. */
interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly channels: number;
  readonly values: Float32Array;
}

/** Weights of the network by name, such as `conv1/bias`. */
export type FaceWeights = ReadonlyMap<string, Float32Array>;

/** Values for each cell of the network's answer: 5 boxes of 4 coordinates and a score. */
const OUTPUTS = 25;

/** Channels after each layer. */
const CHANNELS = [16, 32, 64, 128, 256, 512] as const;

/** Averages of red, green and blue in the photos from which the network learned. */
const MEANS = [117.001, 114.697, 97.404] as const;

/** How much of a negative value passes a layer. */
const LEAK = 0.1;

/** Where the network finds faces: `OUTPUTS` values for each cell of a square grid. */
export interface FaceAnswer {
  readonly cells: number;
  readonly values: Float32Array;
}

/**
 * Asks the network, a small YOLO: a convolution of the colours, five that treat each channel on its own before they mix
 * them, and a last one that only mixes. `pixels` is a square of red, green and blue, from 0 to 255.
 */
export function askFaceNetwork(weights: FaceWeights, pixels: Float32Array, side: number): FaceAnswer {
  const values = pixels.map((value, index) => (value - (MEANS[index % 3] ?? 0)) / 255);
  let grid = firstLayer(weights, { rows: side, columns: side, channels: 3, values });
  for (const [index, channels] of CHANNELS.entries()) {
    if (index > 0) {
      grid = leaked(
        mix(eachChannel(grid, weightsOf(weights, `conv${index}/depthwise_filter`)), channels, {
          filter: weightsOf(weights, `conv${index}/pointwise_filter`),
          bias: weightsOf(weights, `conv${index}/bias`),
        }),
      );
    }
    grid = largestOfFour(grid, index < CHANNELS.length - 1 ? 2 : 1);
  }
  const answer = mix(grid, OUTPUTS, {
    filter: weightsOf(weights, 'conv8/filters'),
    bias: weightsOf(weights, 'conv8/bias'),
  });
  return { cells: answer.rows, values: answer.values };
}

function weightsOf(weights: FaceWeights, name: string): Float32Array {
  const found = weights.get(name);
  if (!found) throw new Error(`The face network has no weights "${name}".`);
  return found;
}

/** A 3 by 3 convolution over all colours, without a border. */
function firstLayer(weights: FaceWeights, image: Grid): Grid {
  // 9 places of 3 colours, filled up to a multiple of four with a value that weighs nothing.
  const inputs = 28;
  const channels = CHANNELS[0];
  const filter = new Float32Array(inputs * channels);
  filter.set(weightsOf(weights, 'conv0/filters'));
  const bias = weightsOf(weights, 'conv0/bias');
  const [rows, columns] = [image.rows - 2, image.columns - 2];
  const values = new Float32Array(rows * columns * channels);
  const patch = new Float32Array(inputs);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let line = 0; line < 3; line++) {
        const from = ((row + line) * image.columns + column) * 3;
        for (let index = 0; index < 9; index++) patch[line * 9 + index] = image.values[from + index]!;
      }
      const at = (row * columns + column) * channels;
      values.set(bias, at);
      addMixed(values, at, channels, patch, 0, inputs, filter);
    }
  }
  return leaked({ rows, columns, channels, values });
}

/** A 3 by 3 convolution of each channel on its own; beyond the border is 0. */
function eachChannel({ rows, columns, channels, values }: Grid, filter: Float32Array): Grid {
  const next = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (row * columns + column) * channels;
      for (let near = 0; near < 9; near++) {
        const [r, c] = [row + Math.trunc(near / 3) - 1, column + (near % 3) - 1];
        if (r < 0 || c < 0 || r >= rows || c >= columns) continue;
        const [from, by] = [(r * columns + c) * channels, near * channels];
        for (let channel = 0; channel < channels; channel++) {
          next[at + channel]! += values[from + channel]! * filter[by + channel]!;
        }
      }
    }
  }
  return { rows, columns, channels, values: next };
}

/** Mixes the channels of each place into others. */
function mix(
  { rows, columns, channels, values }: Grid,
  into: number,
  { filter, bias }: { readonly filter: Float32Array; readonly bias: Float32Array },
): Grid {
  const next = new Float32Array(rows * columns * into);
  for (let place = 0; place < rows * columns; place++) {
    next.set(bias, place * into);
    addMixed(next, place * into, into, values, place * channels, channels, filter);
  }
  return { rows, columns, channels: into, values: next };
}

/**
 * Adds to `into` channels of a place what the channels of another contribute: most of the network's work. Four at a time,
 * so that each sum is read and written a quarter as often; the number of channels is a multiple of four.
 */
function addMixed(
  next: Float32Array,
  at: number,
  into: number,
  values: Float32Array,
  from: number,
  channels: number,
  filter: Float32Array,
): void {
  for (let channel = 0; channel < channels; channel += 4) {
    const a = values[from + channel]!;
    const b = values[from + channel + 1]!;
    const c = values[from + channel + 2]!;
    const d = values[from + channel + 3]!;
    let row = channel * into;
    for (let target = at; target < at + into; target++, row++) {
      next[target]! +=
        a * filter[row]! +
        b * filter[row + into]! +
        c * filter[row + 2 * into]! +
        d * filter[row + 3 * into]!;
    }
  }
}

function leaked(grid: Grid): Grid {
  const { values } = grid;
  for (let index = 0; index < values.length; index++) {
    if (values[index]! < 0) values[index]! *= LEAK;
  }
  return grid;
}

/** The largest value of each channel in squares of 2 by 2, which begin every `step` places. */
function largestOfFour({ rows, columns, channels, values }: Grid, step: 1 | 2): Grid {
  const [nextRows, nextColumns] = [Math.ceil(rows / step), Math.ceil(columns / step)];
  const next = new Float32Array(nextRows * nextColumns * channels);
  for (let row = 0; row < nextRows; row++) {
    for (let column = 0; column < nextColumns; column++) {
      const at = (row * nextColumns + column) * channels;
      const [top, left] = [row * step, column * step];
      for (let channel = 0; channel < channels; channel++) {
        let largest = Number.NEGATIVE_INFINITY;
        for (let r = top; r < Math.min(top + 2, rows); r++) {
          for (let c = left; c < Math.min(left + 2, columns); c++) {
            const value = values[(r * columns + c) * channels + channel]!;
            if (value > largest) largest = value;
          }
        }
        next[at + channel] = largest;
      }
    }
  }
  return { rows: nextRows, columns: nextColumns, channels, values: next };
}
