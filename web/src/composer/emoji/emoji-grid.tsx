import { useEffect, useRef, useState } from 'preact/hooks';
import type { Emoji } from './emoji.js';

interface EmojiGridProps {
  label: string;
  shown: Emoji[];
  name: (emoji: Emoji) => string;
  onTake: (face: string) => void;
}

export const COLUMNS = 8;

/** A grid with one tab stop; arrows, Home and End move the focus. */
export function EmojiGrid({ label, shown, name, onTake }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => setAt(0), [shown]);
  const onKey = (event: KeyboardEvent) => {
    const next = movedBy(event.key, at, shown.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    grid.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={grid} class="emoji-grid" role="toolbar" aria-label={label} onKeyDown={onKey}>
      {shown.map((emoji, place) => (
        <button
          key={emoji.face}
          type="button"
          tabIndex={place === at ? 0 : -1}
          title={name(emoji)}
          aria-label={name(emoji)}
          data-testid="emoji-choice"
          data-face={emoji.face}
          onClick={() => onTake(emoji.face)}
        >
          {emoji.face}
        </button>
      ))}
    </div>
  );
}

/** The index that a key moves to; null for other keys. */
export function movedBy(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };
  if (key === 'Home') return at - (at % COLUMNS);
  if (key === 'End') return Math.min(count - 1, at - (at % COLUMNS) + COLUMNS - 1);
  const step = steps[key];
  if (step === undefined) return null;
  const next = at + step;
  return next >= 0 && next < count ? next : null;
}
