import { latePart } from './late.tsx';

/** A map with its tools, whose files are loaded with the first one. */
export const MapView = latePart(() => import('./map-view.tsx').then(({ MapView: view }) => view));
