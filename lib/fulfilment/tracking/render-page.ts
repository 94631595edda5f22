import { createHash } from 'node:crypto';
import { drawMap } from './draw-map.ts';
import { SCRIPT, STYLE } from './page-style.ts';
import type { TrackingViewNow } from './tracking-view.ts';
import { type Language, STEPS, WORDS } from './words.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded from elsewhere; the page may only request itself again, and nobody may embed it in a frame. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of the page: the link is a secret, so it is neither stored nor sent to others. */
export const PAGE_HEADERS = Object.freeze({
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept-language',
});

/** The page of a delivery. */
export function renderTracking(view: TrackingViewNow, language: Language): string {
  const words = WORDS[language];
  const [headline, sentence] = words.states[view.state];
  const time = (at: string) => timeText(at, view, language);
  const sections = [
    `<section class="card" aria-labelledby="state"><div data-part="state" aria-live="polite">` +
      `<h1 id="state">${html(headline)}</h1><p>${html(sentence)}</p>${arrival(view, language)}</div></section>`,
    part('pincode', pincodeSection(view, language)),
    part('map', view.map ? mapSection(view.map, view, language) : ''),
    part('steps', stepsSection(view, language)),
    part('courier', courierSection(view, language)),
    part('proof', proofSection(view, language)),
  ];
  return page({
    language,
    title: `${headline} – ${words.title}`,
    isLive: view.isLive,
    body:
      sections.join('') +
      section('', placesList(view, language)) +
      `<p data-part="updated">${html(words.updated(time(view.updatedAt)))}</p>`,
  });
}

/** The page in place of a refusal. */
export function renderNoTracking(status: number, language: Language): string {
  const words = WORDS[language];
  const [headline, sentence] = status === 410 ? words.expired : words.notFound;
  const body = `<section class="card"><h1>${html(headline)}</h1><p>${html(sentence)}</p></section>`;
  return page({ language, title: headline, isLive: false, body });
}

function page(of: {
  readonly language: Language;
  readonly title: string;
  readonly isLive: boolean;
  readonly body: string;
}): string {
  const { language, title, isLive, body } = of;
  const other = language === 'en' ? 'es' : 'en';
  const words = WORDS[language];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${html(title)}</title><style>${STYLE}</style>` +
    (isLive ? '<noscript><meta http-equiv="refresh" content="60"></noscript>' : '') +
    `</head><body><div class="page"${isLive ? ' data-live' : ''}><header><span>${html(words.title)}</span>` +
    `<a href="?lang=${other}" lang="${other}" hreflang="${other}">${html(words.otherLanguage)}</a></header>` +
    `<main>${body}</main></div><script>${SCRIPT}</script></body></html>`
  );
}

function arrival(view: TrackingViewNow, language: Language): string {
  const words = WORDS[language];
  const { eta, window, state, isLive } = view;
  const time = (at: string) => timeText(at, view, language);
  if (eta !== null) {
    const label = state === 'delivered' ? words.arrivedAt : words.arrival;
    return `<p class="eta">${html(label)}: <time datetime="${html(eta)}">${html(time(eta))}</time></p>`;
  }
  if (!isLive || window.to === null) return '';
  const text = window.from === null ? time(window.to) : words.between(time(window.from), time(window.to));
  return `<p class="eta">${html(words.arrival)}: ${html(text)}</p>`;
}

/** Digit by digit for screen readers, which would otherwise read a number in thousands. */
function pincodeSection({ pincode }: TrackingViewNow, language: Language): string {
  const words = WORDS[language];
  if (pincode === null) return '';
  const spoken = `<span class="hidden">${html([...pincode].join(' '))}</span>`;
  const shown = `<span aria-hidden="true">${html(pincode)}</span>`;
  return section(words.pincode, `<p class="code">${spoken}${shown}</p><p>${html(words.tellPincode)}</p>`);
}

function mapSection(
  map: NonNullable<TrackingViewNow['map']>,
  view: TrackingViewNow,
  language: Language,
): string {
  const words = WORDS[language];
  const at = timeText(map.courierAt, view, language);
  const text = html(words.courierIsAway(distanceText(map.distanceMeters, language), at));
  return section(words.map, `${drawMap(map, text)}<p>${text}</p>`);
}

function stepsSection(view: TrackingViewNow, language: Language): string {
  const { reached, state, isLive } = view;
  const words = WORDS[language];
  if (state === 'canceled' || state === 'problem') return '';
  const last = STEPS.findLast((step) => reached[step] !== undefined);
  const items = STEPS.map((step) => {
    const at = reached[step];
    // A step that was passed without a report counts as done.
    const isDone = last !== undefined && STEPS.indexOf(step) <= STEPS.indexOf(last);
    const isCurrent = step === last && isLive;
    const time = at ? `<time datetime="${html(at)}">${html(timeText(at, view, language))}</time>` : '';
    const spoken = isDone ? `<span class="hidden"> (${html(words.done)})</span>` : '';
    return (
      `<li${isDone ? ' class="done"' : ''}${isCurrent ? ' aria-current="step"' : ''}>` +
      `<span>${html(words.steps[step])}${spoken}</span>${time}</li>`
    );
  });
  return section(words.progress, `<ol>${items.join('')}</ol>`);
}

function courierSection({ courier }: TrackingViewNow, language: Language): string {
  const words = WORDS[language];
  if (!courier || (!courier.firstName && !courier.phoneNumber)) return '';
  const who = [courier.firstName, courier.vehicle].filter((part) => part !== null).join(', ');
  const number = courier.phoneNumber?.replace(/[^+\d]/g, '');
  const call = number ? `<p><a class="call" href="tel:${number}">${html(words.call)}</a></p>` : '';
  return section(words.courier, `${who === '' ? '' : `<p>${html(who)}</p>`}${call}`);
}

/** Links rather than pictures, because a picture would be fetched from the carrier at once. */
function proofSection({ proofs }: TrackingViewNow, language: Language): string {
  const words = WORDS[language];
  if (proofs.length === 0) return '';
  const items = proofs.map(
    ({ kind, url }, index) =>
      `<p><a href="${html(url)}" rel="noreferrer noopener">${html(words[kind])}${proofs.length > 1 ? ` ${index + 1}` : ''}</a></p>`,
  );
  return section(words.proof, items.join(''));
}

function placesList({ sender, destination }: TrackingViewNow, language: Language): string {
  const words = WORDS[language];
  const rows = [
    [words.from, sender],
    [words.to, destination],
  ].filter(([, value]) => value !== null);
  if (rows.length === 0) return '';
  return `<dl>${rows.map(([label, value]) => `<dt>${html(label ?? '')}</dt><dd>${html(value ?? '')}</dd>`).join('')}</dl>`;
}

function section(heading: string, content: string): string {
  if (content === '') return '';
  return `<section class="card">${heading === '' ? '' : `<h2>${html(heading)}</h2>`}${content}</section>`;
}

function part(name: string, content: string): string {
  return `<div data-part="${name}">${content}</div>`;
}

/** `14:05` today, `Mar 3, 14:05` on another day. */
function timeText(at: string, { timeZone, now }: TrackingViewNow, language: Language): string {
  const text = (zone: string) => {
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: zone });
    const isToday = day.format(new Date(at)) === day.format(new Date(now));
    return new Intl.DateTimeFormat(language, {
      ...(isToday ? {} : { month: 'short', day: 'numeric' }),
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
      timeZoneName: 'short',
    }).format(new Date(at));
  };
  try {
    return text(timeZone);
  } catch {
    return text('UTC');
  }
}

function distanceText(meters: number, language: Language): string {
  const far = meters >= 1000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: far ? 'kilometer' : 'meter',
    unitDisplay: 'long',
    maximumFractionDigits: far ? 1 : 0,
  }).format(far ? meters / 1000 : Math.round(meters / 10) * 10);
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
