export { type Cursor, readCursor } from './cursor.ts';
export { type CursorPage, cursorPage, emptyPage, type ReadOn } from './cursor-page.ts';
export { type Asked, type Filters, type Only, passes } from './filters.ts';
export { inOrder } from './in-order.ts';
export { type ListedPage, listPage } from './list-page.ts';
export { isOneOf, isPartOf } from './match-text.ts';
export { LISTING_LIMITS, type ListingLimits, scanList } from './scan-list.ts';
