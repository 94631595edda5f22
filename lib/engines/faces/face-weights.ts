import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A file of the package that ships the network. The build puts its content, packed, beside the bundles (cdk/bundles). */
export function faceModelFile(name: FaceModelFile): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(`@vladmandic/face-api/model/${name}`));
}

/** The weights, one byte each, and the list of their names, shapes and scales. */
export type FaceModelFile = 'tiny_face_detector_model.bin' | 'tiny_face_detector_model-weights_manifest.json';
