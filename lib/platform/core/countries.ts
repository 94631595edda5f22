import { cutText } from './cut-text.ts';
import { ownValue } from './own-value.ts';

/** ISO 3166-1 as assigned: each country's two letters, followed by its three. */
const CODES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE
  BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS
  BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN
  COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST
  EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF
  GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD
  HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM
  JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA
  LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM
  NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG
  PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA
  SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD
  STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON
  TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
  VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`;

const ALPHA_2 = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((both) => [both.slice(0, 2), both.slice(2)]),
);

/** Codes that people use but ISO 3166 does not assign: the United Kingdom's, and Greece's in the European Union. */
const HABITS: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** Whether this is a country's code of two letters as ISO 3166-1 assigns it. */
export function isCountryCode(code: string): boolean {
  return ALPHA_2.has(code);
}

/**
 * The code that was probably meant by a common alias, three letters or an English name; undefined when none
 * is similar.
 */
export function likelyCountryCode(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  const habit = ownValue(HABITS, upper);
  if (habit) return habit;
  for (const [two, three] of ALPHA_2) if (three === upper || two === upper) return two;
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return [...ALPHA_2.keys()].find((code) => names.of(code)?.toUpperCase() === upper);
}

/** Why a text is not a country, and what to send instead; undefined when it is one. Case does not matter. */
export function countryFault(name: string, text: string): string | undefined {
  if (isCountryCode(text.trim().toUpperCase())) return undefined;
  const wayOut = likelyCountryCode(text) ?? 'the code of two letters, such as US';
  return `${name} is "${cutText(text, 40)}", which is not an ISO 3166 code. Send ${wayOut}.`;
}
