import { faceModelFile } from './face-model-file.ts';
import { askFaceNetwork, type FaceAnswer, type FaceWeights } from './face-network.ts';
import type { Photo } from './photo.ts';

/** A face in a photo, in pixels. */
export interface Face {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** How sure the network is, from 0 to 1. */
  readonly score: number;
}

/** Side of the square that the network sees. Larger ones show it smaller faces and take longer. A multiple of 32. */
const SIDE = 608;

/** Faces of which the network is less sure are left out: a face that is missed is worse than a wall that is masked. */
const MIN_SCORE = 0.3;

/** Boxes that share more of their area than this are one face. */
const MAX_SHARED = 0.4;

/** Width and height of the shapes of faces that the network knows, in cells. */
const SHAPES = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;

/** Values of a box: its place and size, and its score. */
const VALUES = 5;

let network: FaceWeights | undefined;

/** The faces in an upright photo, surest first. Takes about a second. */
export function findFaces(photo: Photo): readonly Face[] {
  network ??= readWeights();
  const answer = askFaceNetwork(network, squareOf(photo), SIDE);
  const faces = boxesOf(answer, Math.max(photo.width, photo.height))
    .map((box) => within(box, photo))
    .filter(({ width, height }) => width >= 1 && height >= 1)
    .toSorted((a, b) => b.score - a.score);
  const kept: Face[] = [];
  for (const face of faces) {
    if (kept.every((other) => sharedBy(face, other) <= MAX_SHARED)) kept.push(face);
  }
  return kept;
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

function boxesOf({ cells, values }: FaceAnswer, size: number): Face[] {
  const faces: Face[] = [];
  for (let cell = 0; cell < cells * cells; cell++) {
    for (const [index, [wide, high]] of SHAPES.entries()) {
      const at = (cell * SHAPES.length + index) * VALUES;
      const [x = 0, y = 0, w = 0, h = 0, certainty = 0] = values.subarray(at, at + VALUES);
      const score = sigmoid(certainty);
      if (score < MIN_SCORE) continue;
      const width = (Math.exp(w) * wide * size) / cells;
      const height = (Math.exp(h) * high * size) / cells;
      const left = (((cell % cells) + sigmoid(x)) / cells) * size - width / 2;
      const top = ((Math.trunc(cell / cells) + sigmoid(y)) / cells) * size - height / 2;
      faces.push({ left, top, width, height, score });
    }
  }
  return faces;
}

function within({ left, top, width, height, score }: Face, photo: Photo): Face {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return {
    left: x,
    top: y,
    width: Math.min(photo.width, left + width) - x,
    height: Math.min(photo.height, top + height) - y,
    score,
  };
}

function sharedBy(a: Face, b: Face): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}

/** The photo in the upper left of a black square, shrunk to what the network sees: red, green and blue of each place. */
function squareOf({ width, height, rgba }: Photo): Float32Array {
  const pixels = new Float32Array(SIDE * SIDE * 3);
  const scale = Math.max(width, height) / SIDE;
  for (let row = 0; row * scale < height && row < SIDE; row++) {
    const [top, bottom] = rangeOf(row, scale, height);
    for (let column = 0; column * scale < width && column < SIDE; column++) {
      const [left, right] = rangeOf(column, scale, width);
      let [red, green, blue] = [0, 0, 0];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const at = (y * width + x) * 4;
          red += rgba[at]!;
          green += rgba[at + 1]!;
          blue += rgba[at + 2]!;
        }
      }
      const count = (bottom - top) * (right - left);
      pixels.set([red / count, green / count, blue / count], (row * SIDE + column) * 3);
    }
  }
  return pixels;
}

/** The pixels of which one place is the average: at least one. */
function rangeOf(place: number, scale: number, size: number): readonly [number, number] {
  const from = Math.min(size - 1, Math.floor(place * scale));
  return [from, Math.min(size, Math.max(from + 1, Math.floor((place + 1) * scale)))];
}

/** What the manifest says of a weight: a byte stands for `min + byte * scale`. */
interface Described {
  readonly name: string;
  readonly shape: readonly number[];
  readonly quantization: { readonly scale: number; readonly min: number };
}

function readWeights(): FaceWeights {
  const manifest = faceModelFile('tiny_face_detector_model-weights_manifest.json');
  const groups: { weights: Described[] }[] = JSON.parse(new TextDecoder().decode(manifest));
  const bytes = faceModelFile('tiny_face_detector_model.bin');
  const weights = new Map<string, Float32Array>();
  let start = 0;
  for (const { name, shape, quantization } of groups.flatMap((group) => group.weights)) {
    const size = shape.reduce((product, length) => product * length, 1);
    const { scale, min } = quantization;
    weights.set(
      name,
      Float32Array.from(bytes.subarray(start, start + size), (byte) => min + byte * scale),
    );
    start += size;
  }
  return weights;
}
