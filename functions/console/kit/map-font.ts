import type { Map as LibreMap } from 'maplibre-gl';

/** A font of the style; without its own glyphs, the browser's font. */
export function fontOf(map: LibreMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font as string[];
  }
  return ['sans-serif'];
}
