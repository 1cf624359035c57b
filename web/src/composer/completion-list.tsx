import type { ComponentChild } from 'preact';
import { useWritingText } from './writing-text.js';

export interface Choice {
  key: string;
  /** The text that replaces the word. */
  insert: string;
  label: string;
  hint?: string;
  face: ComponentChild;
}

interface CompletionListProps {
  id: string;
  choices: Choice[];
  chosen: number;
  onTake: (choice: Choice) => void;
}

/** The completion list for the word at the caret; a live region announces the number of suggestions. */
export function CompletionList({ id, choices, chosen, onTake }: CompletionListProps) {
  const text = useWritingText();
  return (
    <>
      <span class="unseen" role="status">
        {choices.length > 0 && text.completionCount(choices.length)}
      </span>
      <div
        id={id}
        class="mentions"
        role="listbox"
        aria-label={text.completions}
        data-testid="mentions"
        hidden={choices.length === 0}
      >
        {choices.map((choice, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={choice.key}
            id={`${id}-${at}`}
            class="mention-option"
            role="option"
            aria-selected={at === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(choice)}
          >
            {choice.face}
            <span>{choice.label}</span>
            {choice.hint && <small>{choice.hint}</small>}
          </div>
        ))}
      </div>
    </>
  );
}
