import type { ComponentChild, RefObject } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { completed, completionAt } from './completion.js';
import { type Choice, CompletionList } from './completion-list.js';
import { useEmojiChoices, useNameChoices } from './use-completion-choices.js';

interface Completion {
  list: ComponentChild;
  /** ARIA attributes of the field. */
  aria: object;
  /** Called when the text changed. */
  wrote: () => void;
  /** Called when the caret may have moved. */
  look: () => void;
  leave: () => void;
  /** True when the completion list handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Completes `@name` and `:emoji`: arrows select, Enter and Tab insert, Escape closes. */
export function useCompletion(
  room: Room,
  field: RefObject<HTMLTextAreaElement | null>,
  body: string,
  setBody: (body: string) => void,
): Completion {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const wanted = caret === null ? null : completionAt(body, caret);
  const wordOf = (kind: string) => (wanted?.kind === kind ? wanted.word : null);
  const names = useNameChoices(room, wordOf('mention'));
  const emoji = useEmojiChoices(wordOf('emoji'));
  const choices = [...names, ...emoji];
  const at = Math.min(chosen, choices.length - 1);
  const take = ({ insert }: Choice) => {
    const next = completed(body, caret ?? body.length, insert);
    setBody(next.body);
    setCaret(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const choice = choices[at];
    if (!choice || event.isComposing) return false;
    if (event.key === 'ArrowDown') setChosen((at + 1) % choices.length);
    else if (event.key === 'ArrowUp') setChosen((at + choices.length - 1) % choices.length);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') take(choice);
    else if (event.key === 'Escape') setCaret(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const look = () => setCaret(field.current?.selectionStart ?? null);
  const wrote = () => {
    setChosen(0);
    look();
  };
  const aria = {
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-controls': id,
    'aria-activedescendant': choices.length > 0 ? `${id}-${at}` : undefined,
  };
  const list = <CompletionList id={id} choices={choices} chosen={at} onTake={take} />;
  return { list, aria, wrote, look: () => caret !== null && look(), leave: () => setCaret(null), onKey };
}
