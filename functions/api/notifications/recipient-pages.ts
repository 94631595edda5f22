import { ownValue } from '../../../lib/platform/core/own-value.ts';

/** Headers of pages for recipients of messages: they load nothing, store nothing and send nothing to others. */
export const PAGE_HEADERS = Object.freeze({
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const html = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ownValue(ENTITIES, character) ?? character);

/** The page of a redirect, with a link for programs that do not follow it. */
export function redirectPage(url: string): string {
  return page('One moment', `<p><a href="${html(url)}" rel="noreferrer">Continue</a></p>`);
}

/** A page with a heading and a sentence. */
export function messagePage(heading: string, sentence: string): string {
  return page(heading, `<h1>${html(heading)}</h1><p>${html(sentence)}</p>`);
}

/** A page with one button that posts to the page's own address. */
export function buttonPage(heading: string, sentence: string, button: string): string {
  return page(
    heading,
    `<h1>${html(heading)}</h1><p>${html(sentence)}</p><form method="post"><button>${html(button)}</button></form>`,
  );
}

function page(title: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${html(title)}</title><style>` +
    ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}' +
    'button{font:inherit;padding:.6rem 1.1rem}' +
    `</style></head><body>${body}</body></html>`
  );
}
