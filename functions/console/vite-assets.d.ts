declare module '*.css';
declare module '*?url' {
  const address: string;
  export default address;
}
declare module 'topojson-client' {
  export function feature(atlas: unknown, object: unknown): unknown;
}
