import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { language } from '#page/app/text/text.js';
import { useWritingText } from '../writing-text.js';
import { type Emoji, findEmoji } from './emoji.js';
import { EmojiGrid } from './emoji-grid.js';
import { loadEmoji } from './emoji-table.js';
import { recentEmoji, recordEmoji } from './recent-emoji.js';

interface EmojiPickerProps {
  onTake: (face: string) => void;
  onClose: () => void;
}

const groups: [name: string, face: string][] = [
  ['recent', '🕘'],
  ['smileys', '🙂'],
  ['people', '👋'],
  ['nature', '🐱'],
  ['food', '🍎'],
  ['travel', '🚗'],
  ['activities', '⚽'],
  ['objects', '💡'],
  ['symbols', '❤️'],
  ['flags', '🏳️'],
];

/** The emoji picker: groups, a search in both languages and recent emoji. */
export function EmojiPicker({ onTake, onClose }: EmojiPickerProps) {
  const text = useWritingText();
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState(recentEmoji().length > 0 ? 'recent' : 'smileys');
  const shown = useShown(typed, group);
  const picker = useRef<HTMLDivElement>(null);
  const take = (face: string) => {
    recordEmoji(face);
    onTake(face);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const toGrid = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && shown[0]) take(shown[0].face);
    else if (event.key === 'ArrowDown') picker.current?.querySelector<HTMLElement>('[role=toolbar] button')?.focus();
    else return;
    event.preventDefault();
  };
  useCloseOutside(picker, onClose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the picker from every element in it.
    <div ref={picker} class="emoji-picker" data-testid="emoji-picker" onKeyDown={onKey}>
      <SearchField typed={typed} onTyped={setTyped} onKeyDown={toGrid} />
      {typed.trim() === '' && <Groups group={group} onGroup={setGroup} />}
      <span class="unseen" role="status">
        {typed.trim() !== '' && text.emojiFound(shown.length)}
      </span>
      {shown.length === 0 && typed.trim() !== '' ? (
        <p class="form-hint">{text.emojiNone}</p>
      ) : (
        <EmojiGrid label={text.emoji} shown={shown} name={({ names }) => names[language()]} onTake={take} />
      )}
    </div>
  );
}

interface SearchFieldProps {
  typed: string;
  onTyped: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ typed, onTyped, onKeyDown }: SearchFieldProps) {
  const text = useWritingText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      class="input"
      type="search"
      data-testid="emoji-search"
      aria-label={text.emojiSearch}
      placeholder={text.emojiSearch}
      autoComplete="off"
      value={typed}
      onInput={(event) => onTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function Groups({ group, onGroup }: { group: string; onGroup: (group: string) => void }) {
  const text = useWritingText();
  return (
    <div class="emoji-groups">
      {groups.map(([name, face]) => (
        <button
          key={name}
          type="button"
          title={text.emojiGroup[name]}
          aria-label={text.emojiGroup[name]}
          aria-pressed={name === group}
          data-testid={`emoji-group-${name}`}
          onClick={() => onGroup(name)}
        >
          {face}
        </button>
      ))}
    </div>
  );
}

const none: Emoji[] = [];

function useShown(typed: string, group: string): Emoji[] {
  const [all, setAll] = useState(none);
  const [recent] = useState(recentEmoji);
  useEffect(() => {
    // If the emoji table cannot be loaded, the grid stays empty; opening the picker again retries.
    loadEmoji().then(setAll, () => setAll(none));
  }, []);
  return useMemo(() => {
    if (typed.trim() !== '') return findEmoji(all, typed);
    if (group !== 'recent') return all.filter((emoji) => emoji.group === group);
    return recent.map((face) => all.find((emoji) => emoji.face === face)).filter((emoji) => emoji !== undefined);
  }, [all, recent, typed, group]);
}

function useCloseOutside(picker: { current: HTMLElement | null }, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const look = ({ target }: PointerEvent) => {
      // A click on the picker's own button is left to that button, which closes the picker.
      if (!picker.current?.parentElement?.contains(target as Node)) close.current();
    };
    document.addEventListener('pointerdown', look);
    return () => document.removeEventListener('pointerdown', look);
  }, [picker]);
}
