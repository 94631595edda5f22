export type { ReviewerDeps } from './ask-reviewer.ts';
export { type DropoffReview, detectDropoffAnomaly } from './detect-dropoff-anomaly.ts';
export { MAX_PHOTO_BYTES, type PhotoDeps } from './fetch-photo.ts';
export { type MaskedCopy, maskFacesInPhoto } from './mask-faces-in-photo.ts';
export { modelsSpent, noPhoto, notAtDropoff, unusablePhoto } from './refusals.ts';
export { PHOTO_TYPES, type PhotoReview, verifyPhoto } from './verify-photo.ts';
