import { latePart } from '../kit/late.tsx';

/** A map of one thing with layers of the work around it, whose files are loaded with the first one. */
export const WorkMap = latePart(() => import('./work-map-view.tsx').then((part) => part.WorkMapView));
