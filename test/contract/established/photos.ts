import { oneOf, shape, text } from './values.ts';

export const detectDropoffAnomalyInput = shape({ deliveryId: text });

export const maskFaceInPhotoInput = shape({ imageUrl: text });

export const photoType = oneOf`pod pickup signature`;

export const verifyPhotoInput = shape({ jobId: text, photoType }, { userQuestion: text });
