/** Words that announce the code of a door, in the languages of the app; a postal or a phone code is none. */
const NAMED =
  /(?<!post|postal|zip|area|dial|bar|qr)[\s-]?(?:code|codes|c[óo]digo|clave|pin|keypad|digicode|key ?box|lock ?box)(?![a-z])[^\d\n#*]{0,20}([#*]?[A-Z]{0,2}\d{3,8}[A-Z]?[#*]?)/giu;

/** Compounds of German end with the word: Türcode, Zugangscode. */
const COMPOUND = /(?:tür|tor|haus|zugangs|eingangs)code[^\d\n#*]{0,20}([#*]?[A-Z]{0,2}\d{3,8}[A-Z]?[#*]?)/giu;

/** What can only be typed at a door: `#1234`, `1234#`, `*55*`. */
const KEYED = /(?<![\w#*])([#*]+\d{2,8}[#*]*|\d{2,8}[#*]+)(?![\w#*])/gu;

/** Codes of doors in the instructions of an address, in their order, each once. The instructions stay as they are. */
export function accessCodesIn(instructions: string | null): readonly string[] {
  if (instructions === null) return [];
  const found = [NAMED, COMPOUND, KEYED].flatMap((pattern) => [...instructions.matchAll(pattern)]);
  const inOrder = found
    .map((match) => ({ code: match[1] ?? '', at: match.index + match[0].lastIndexOf(match[1] ?? '') }))
    .sort((a, b) => a.at - b.at);
  return [...new Set(inOrder.map(({ code }) => code))];
}
