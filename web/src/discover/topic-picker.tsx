import { useEffect, useId, useState } from 'preact/hooks';
import type { SuggestedTopic } from '../api-types.js';
import { Icon } from '../ui/icon.js';
import { suggestTopics } from './discover-data.js';
import { useDiscoverText } from './discover-text.js';

const PAUSE_MS = 180;

interface TopicBoxProps {
  label: string;
  testId: string;
  icon?: boolean;
  /** Clears the field after a topic was selected. */
  isCleared?: boolean;
  value?: string;
  onInput?: (words: string) => void;
  onTake: (tag: string) => void;
}

/** A combobox of topics; arrows select, Enter chooses, Escape closes. */
export function TopicPicker({ label, testId, icon = false, isCleared = false, value, onInput, onTake }: TopicBoxProps) {
  const id = useId();
  const [own, setOwn] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const words = value ?? own;
  const offered = useSuggestions(words, isOpen);
  const write = (next: string) => {
    setOwn(next);
    onInput?.(next);
    setChosen(-1);
    setOpen(true);
  };
  const take = (topic: SuggestedTopic) => {
    write(isCleared ? '' : topic.tag);
    setOpen(false);
    onTake(topic.tag);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = movedBy(event.key, chosen, offered.length);
    const topic = offered[isCleared ? Math.max(chosen, 0) : chosen];
    if (next !== null) {
      setOpen(true);
      setChosen(next);
    } else if (event.key === 'Enter' && isOpen && topic) take(topic);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isListed = isOpen && offered.length > 0;
  return (
    <div class={icon ? 'topic-box topic-box-icon' : 'topic-box'}>
      {icon && <Icon name="search" size={18} />}
      <input
        class="input"
        type="text"
        role="combobox"
        autoComplete="off"
        maxLength={65}
        aria-label={label}
        aria-expanded={isListed}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isListed && chosen >= 0 ? `${id}-${chosen}` : undefined}
        placeholder={label}
        data-testid={testId}
        value={words}
        onInput={(event) => write(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <Suggestions id={id} topics={isListed ? offered : []} chosen={chosen} onTake={take} />
    </div>
  );
}

function movedBy(key: string, chosen: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (chosen + 1) % count;
  return key === 'ArrowUp' ? (chosen <= 0 ? count : chosen) - 1 : null;
}

interface SuggestionsProps {
  id: string;
  topics: SuggestedTopic[];
  chosen: number;
  onTake: (topic: SuggestedTopic) => void;
}

function Suggestions({ id, topics, chosen, onTake }: SuggestionsProps) {
  const text = useDiscoverText();
  return (
    <div id={id} class="topic-offers" role="listbox" aria-label={text.suggested} hidden={topics.length === 0}>
      {topics.map((topic, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={topic.tag}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          data-testid="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(topic)}
        >
          <strong>{topic.title}</strong>
          <small>
            #{topic.tag} · {text.entriesCount(topic.entry_count)}
          </small>
        </div>
      ))}
    </div>
  );
}

/** Loads suggestions, debounced. If the request fails, there are none, and the field works all the same. */
function useSuggestions(words: string, isWanted: boolean): SuggestedTopic[] {
  const [found, setFound] = useState<SuggestedTopic[]>([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOld = false;
    const ask = () =>
      suggestTopics(words.trim().slice(0, 64))
        .then((topics) => !isOld && setFound(topics))
        .catch(() => !isOld && setFound([]));
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [words, isWanted]);
  return found;
}
