/**
 * Colors of routes: 48 that people with normal sight and with the three kinds of color blindness can distinguish as
 * well as possible. They were chosen from 2,914 colors of medium lightness (26 to 78 in CIELAB, so that they show on
 * land and water of both maps) such that the smallest distance between two is as large as possible. A distance is the
 * smallest of four: in normal sight, and with protanopia, deuteranopia and tritanopia (Machado et al. 2009, severity
 * 1). In their order, the first ones are as far apart as possible. `test/unit/functions/console/kit/palette.test.ts`
 * measures the distances.
 */
export const PALETTE: readonly string[] = Object.freeze(
  (
    '2244bb ee5522 773344 bbbbbb 55bbff 881100 553377 aa7766 ddbb88 778899 dd00ff 999955 ee55cc 6600dd cc0000 aa4433 ' +
    '77cc44 aa0099 44aa88 ff7711 dd99cc 776666 445566 aa77ee ff88ff 660099 994444 ee8899 ff44aa 666688 5577ff 882222 ' +
    '99cc66 9900cc 3366aa cc22bb 88aa44 1100ee 22dd22 aa44dd 881155 6688aa bb6633 dd1188 4400bb ccbb99 9999dd 1144ff'
  )
    .split(' ')
    .map((digits) => `#${digits}`),
);
