/** Address of the style of maps, with `{scheme}` for `Light` or `Dark`; empty = the plain map that needs none. */
export type MapStyle = () => Promise<string>;
