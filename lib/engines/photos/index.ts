export { FACE_MODEL_FILES } from './face-model-file.ts';
export { type MaskedPhoto, maskPhoto } from './mask-photo.ts';
export { shrinkPhoto } from './shrink-photo.ts';
