/** Strokes of the icons on a grid of 24. */
const PATHS = {
  orders: 'M4 7l8-4 8 4v10l-8 4-8-4zM4 7l8 4 8-4M12 11v10',
  deliveries:
    'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  routes:
    'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 17h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6',
  execute: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11M12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  optimize: 'M4 18l5-6 4 3 7-9M15 6h5v5',
  workflows: 'M5 8V4h6v4zM13 20v-4h6v4zM8 8v4h8v4M8 12v8',
  notifications: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  fleet: 'M12 8a3 3 0 1 0 0-.01M5 20a7 7 0 0 1 14 0',
  stores: 'M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-5h4v5',
  zones: 'M4 6l6-2 4 2 6-2v14l-6 2-4-2-6 2zM10 4v14M14 6v14',
  windows: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2',
  recurring: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  shops: 'M5 8h14l-1 12H6zM9 8V6a3 3 0 0 1 6 0v2',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 19a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M17 13a6 6 0 0 1 4 6',
  strategies: 'M4 5h16M4 12h10M4 19h6M18 10l3 2-3 2M14 17l3 2-3 2',
  webhooks: 'M9 8a3 3 0 1 1 5 2l3 5M12 9l-3 6H5M8 17h8M5 20a3 3 0 1 1 .1-6M17 20a3 3 0 1 0 0-6',
  audit: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  carriers: 'M5 4h14v6H5zM5 14h14v6H5zM8 7h.01M8 17h.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l5 5',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5 9-10',
  alert: 'M12 3l10 18H2zM12 10v5M12 18h.01',
  inbox: 'M4 13l2-8h12l2 8v6H4zM4 13h5l1 3h4l1-3h5',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  back: 'M15 5l-7 7 7 7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  star: 'M12 3l3 6 6 1-4.500 4.500 1 6.500-5.500-3-5.500 3 1-6.500L3 10l6-1z',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  upload: 'M12 16V4M7 9l5-5 5 5M4 20h16',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  edit: 'M4 20l1-5L16 4l4 4L9 19z',
  play: 'M7 4l13 8-13 8z',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  exit: 'M14 4h6v16h-6M3 12h12M11 8l4 4-4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  flags: 'M6 21V4M6 5h12l-3 4 3 4H6',
  refunds: 'M4 12a8 8 0 1 1 3 6M4 20v-5h5M12 8v8M14 10h-3a1 1 0 0 0 0 2h2a1 1 0 0 1 0 2h-3',
  proofs: 'M4 5h16v14H4zM8 11a1.500 1.500 0 1 0 0-.01M4 17l5-4 3 2 4-5 4 5',
  restrictions: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M6 6l12 12',
  agents: 'M6 8h12v10H6zM12 8V4M9.500 13h.01M14.500 13h.01M3 12v3M21 12v3',
  connections: 'M9 15l6-6M8 11l-3 3a4 4 0 0 0 5 5l3-3M16 13l3-3a4 4 0 0 0-5-5l-3 3',
  events: 'M13 3L5 14h6l-1 7 8-11h-6z',
  catalogue: 'M5 4h6v16H5zM13 4h6v16h-6zM8 8h.01M16 8h.01',
  templates: 'M4 4h16v5H4zM4 13h7v7H4zM15 13h5v7h-5z',
  insights: 'M4 20V11M10 20V4M16 20v-6M3 20h18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
} as const;

/** Names of the icons. */
export type IconName = keyof typeof PATHS;

/** A drawing beside a text that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
