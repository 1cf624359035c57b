const [STEP, WIDTH, HEIGHT] = [4, 2.4, 28];

const pathOf = (levels: readonly number[], from: number): string =>
  levels
    .map((level, at) => {
      const height = 3 + (level / 7) * (HEIGHT - 3);
      return `M${(from + at) * STEP + WIDTH / 2} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');

/** The waveform; the bars before `part` (0 to 1) are drawn as heard. */
export function VoiceBars({ levels, part }: { levels: readonly number[]; part: number }) {
  const heard = Math.round(part * levels.length);
  return (
    <svg
      class="voice-bars"
      viewBox={`0 0 ${levels.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="voice-heard" d={pathOf(levels.slice(0, heard), 0)} />
      <path d={pathOf(levels.slice(heard), heard)} />
    </svg>
  );
}
