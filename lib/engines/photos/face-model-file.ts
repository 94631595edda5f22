import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The weights of the network, one byte each, and the list of their names, shapes and scales. */
export const FACE_MODEL_FILES = Object.freeze([
  'tiny_face_detector_model.bin',
  'tiny_face_detector_model-weights_manifest.json',
] as const);

/** A file of the package that ships the network. The build puts its content, packed, beside the bundles (cdk/bundles). */
export function faceModelFile(name: (typeof FACE_MODEL_FILES)[number]): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(`@vladmandic/face-api/model/${name}`));
}
