import type { GuideTarget } from './guides.ts';

/** Stands in the samples of guides for what the page learns only in the browser. */
export const PLACES: GuideTarget = Object.freeze({
  baseUrl: 'https://YOUR_SERVICE',
  apiKey: 'YOUR_API_KEY',
  externalId: 'YOUR_ORDER',
  webhookUrl: 'https://YOUR_SERVER/hooks/deliveries',
  day: 'YYYY-MM-DD',
});
