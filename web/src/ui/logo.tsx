/** The logo: a square with four open gates and a person in the middle. */
export function Logo({ size }: { size: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" class="mark-ground" />
      <g class="mark-walls">
        <path d="M13 7.5h-1.5a4 4 0 0 0-4 4V13" />
        <path d="M19 7.5h1.5a4 4 0 0 1 4 4V13" />
        <path d="M7.5 19v1.5a4 4 0 0 0 4 4H13" />
        <path d="M24.5 19v1.5a4 4 0 0 1-4 4H19" />
      </g>
      <circle cx="16" cy="16" r="3.6" class="mark-heart" />
    </svg>
  );
}
