import type { ComponentChild, RefObject } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { myId } from '../state/app-state.js';
import { completed, matching, mentionAt } from '../state/mentions.js';
import { loadMembers } from '../state/room-actions.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { Avatar } from './avatar.js';

interface Mentions {
  list: ComponentChild;
  /** Called when the text or the caret moved. */
  look: () => void;
  /** True when the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Names of the room's members while `@…` is written; arrows choose, Enter and Tab take. */
export function useMentions(
  slug: string,
  field: RefObject<HTMLTextAreaElement | null>,
  body: string,
  setBody: (body: string) => void,
): Mentions {
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const names = useNames(slug, caret !== null && mentionAt(body, caret) !== null);
  const mention = caret === null ? null : mentionAt(body, caret);
  const offered = mention ? matching(names, mention.word) : [];
  const take = (name: string) => {
    const next = completed(body, caret ?? body.length, name);
    setBody(next.body);
    setCaret(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (offered.length === 0) return false;
    const name = offered[chosen] ?? offered[0];
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setChosen((chosen + offered.length - 1) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && name) take(name);
    else if (event.key === 'Escape') setCaret(null);
    else return false;
    event.preventDefault();
    return true;
  };
  const look = () => {
    setChosen(0);
    setCaret(field.current?.selectionStart ?? null);
  };
  return { list: <Offered names={offered} chosen={chosen} onTake={take} />, look, onKey };
}

const nobody: string[] = [];

function useNames(slug: string, isWanted: boolean): string[] {
  const members = useApp((state) => state.members[slug]);
  useEffect(() => {
    if (isWanted && !members) void loadMembers(slug);
  }, [slug, isWanted, members]);
  return useMemo(
    () => members?.filter((member) => member.account_id !== myId()).map((member) => member.username) ?? nobody,
    [members],
  );
}

interface OfferedProps {
  names: string[];
  chosen: number;
  onTake: (name: string) => void;
}

function Offered({ names, chosen, onTake }: OfferedProps) {
  const text = useText();
  if (names.length === 0) return null;
  return (
    <div class="mentions" role="listbox" aria-label={text.membersTitle} data-testid="mentions">
      {names.map((name, at) => (
        <button
          type="button"
          key={name}
          role="option"
          aria-selected={at === chosen}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(name)}
        >
          <Avatar name={name} size={26} />
          {name}
        </button>
      ))}
    </div>
  );
}
