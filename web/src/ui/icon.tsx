const paths = {
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  flag: 'M6 21V4M6 5h11l-2.5 4L17 13H6',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  history: 'M4 5v5h5M4.6 10a8 8 0 1 1-.6 4M12 8v4.5l3 2',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  send: 'M4 12l16-8-6 16-3-6z',
  reply: 'M10 8L5 13l5 5M5 13h9a5 5 0 0 1 5 5v1',
  smile: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.5M15 9.5v.5',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18l-4 1z',
  trash: 'M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  more: 'M5 12v.1M12 12v.1M19 12v.1',
  select: 'M4 4h16v16H4zM8 12l3 3 5-6',
  unread: 'M4 5h10M4 5v11h3v4l5-4h8v-6M19 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  inbox: 'M4 5h16v14H4zM4 13h4l2 3h4l2-3h4',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6M18 14.5a6 6 0 0 1 3.5 5.5',
  leave: 'M14 4H6v16h8M11 12h10M17 8l4 4-4 4',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M5 9l7 7 7-7',
  check: 'M5 13l4 4L19 7',
  hash: 'M5 9h15M4 15h15M10 4L8 20M16 4l-2 16',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6',
  discuss: 'M4 5h16v11H10l-4 4v-4H4z',
  forward: 'M14 8l5 5-5 5M19 13h-9a5 5 0 0 0-5 5v1',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.5v.5',
  survey: 'M5 20v-7M12 20V5M19 20v-10',
  article: 'M6 3.5h9l3.5 3.5v13.5H6zM9 10h6M9 13.5h6M9 17h4',
  place: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  card: 'M3.5 5.5h17v13h-17zM8.5 9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM5.8 16c.6-1.6 4.8-1.6 5.4 0M14 10h4M14 13.5h4',
  archive: 'M3.5 5h17v4h-17zM5 9v10.5h14V9M10 13h4',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z',
  ban: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12',
  door: 'M6 20.5V3.5h12v17M3.5 20.5h17M14.5 12v1',
  next: 'M9 5l7 7-7 7',
  folder: 'M3.5 6h6l2 2.5h9v11h-17z',
  bot: 'M5 9h14v10H5zM12 9V5M12 4.5v.1M9.5 13v1.5M14.5 13v1.5M3 13v3M21 13v3',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 19.5h14',
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M8 5h2.5v14H8zM13.5 5H16v14h-2.5z',
  mic: 'M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  once: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM10 9.5l2.2-1.5v8',
  compass: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM15.8 8.2l-2.2 5.4-5.4 2.2 2.2-5.4z',
  grip: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
  up: 'M19 15l-7-7-7 7',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  offline:
    'M4 4l16 16M8.5 8.2A10 10 0 0 0 3 11M12 7.5a13 13 0 0 1 9 3.5M6.5 14.5a8 8 0 0 1 4-2M15 13.4a8 8 0 0 1 2.5 1.1M12 18.5v.1',
  key: 'M15 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11.5 12.5L4 20M7 17l2.5 2.5',
  nodes: 'M4 4.5h16v6H4zM4 13.5h16v6H4zM8 7.5v.1M8 16.5v.1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const;

export type IconName = keyof typeof paths;

/** Icons as inline SVG with one stroke width, so that none has to be loaded. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
