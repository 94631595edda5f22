/** Words that announce the code of a door, in the languages of the app, and the code: `Gate code 4412`, `Türcode: A123#`. */
const NAMED =
  /(?:(?<kind>\p{L}*)[\s-]?codes?|\b(?:c[óo]digo|clave|pin|keypad|digicode|key ?box|lock ?box))(?!\p{L})[^\d\n]{0,20}?(?<![\w#*])(?<code>[#*]?[A-Z]{0,2}\d[\dA-Z]{2,7}[#*]?)(?!\w)/giu;

/** Kinds of codes that open no door. */
const OTHER_KINDS = /^(?:post|postal|zip|area|dial|country|bar|qr|voucher|promo)$/i;

/** What can only be typed at a door: `#1234`, `1234#`, `*55*`. */
const KEYED = /(?<![\w#*])(?<code>[#*]+\d{2,8}[#*]*|\d{2,8}[#*]+)(?![\w#*])/gu;

/** Codes of doors in the instructions of an address, in their order, each once. The instructions stay as they are. */
export function accessCodesIn(instructions: string | null): readonly string[] {
  const found = [NAMED, KEYED].flatMap((pattern) => [...(instructions ?? '').matchAll(pattern)]);
  const inOrder = found
    .filter(({ groups }) => !OTHER_KINDS.test(groups?.kind ?? ''))
    .map(({ 0: whole, index, groups: { code = '' } = {} }) => ({ code, at: index + whole.lastIndexOf(code) }))
    .sort((a, b) => a.at - b.at);
  return [...new Set(inOrder.map(({ code }) => code))];
}
