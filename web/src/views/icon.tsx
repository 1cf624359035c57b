const paths = {
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  send: 'M4 12l16-8-6 16-3-6z',
  reply: 'M10 8L5 13l5 5M5 13h9a5 5 0 0 1 5 5v1',
  smile: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.5M15 9.5v.5',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18l-4 1z',
  trash: 'M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6M18 14.5a6 6 0 0 1 3.5 5.5',
  leave: 'M14 4H6v16h8M11 12h10M17 8l4 4-4 4',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M5 9l7 7 7-7',
  check: 'M5 13l4 4L19 7',
  hash: 'M5 9h15M4 15h15M10 4L8 20M16 4l-2 16',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const;

export type IconName = keyof typeof paths;

/** One stroke, one size: icons are drawn here so that nothing is fetched for them. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
