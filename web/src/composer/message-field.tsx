import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { useCompletion } from './use-completion.js';

interface WritingFieldProps {
  room: Room;
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  testId: string;
  body: string;
  isBarred?: boolean;
  onBody: (body: string) => void;
  onSend: (event: Event) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** Called for keys that neither the completion nor sending uses. */
  onKey?: (event: KeyboardEvent) => void;
}

const HEIGHT_MAX = 180;

/** The message field: grows with its text, completes names and emoji, sends on Enter. */
export function MessageField(props: WritingFieldProps) {
  const { room, field, label, placeholder, testId, body, isBarred = false, onBody, onSend, onPaste, onKey } = props;
  const completion = useCompletion(room, field, body, onBody);
  useEffect(() => fitHeight(field.current), [body]);
  const write = (value: string) => {
    onBody(value);
    completion.wrote();
  };
  // Shift+Enter inserts a line break. An Enter that ends an IME composition does nothing.
  const press = (event: KeyboardEvent) => {
    if (completion.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) onSend(event);
    else onKey?.(event);
  };
  return (
    <>
      {completion.list}
      <textarea
        ref={field}
        class="composer-field"
        data-testid={testId}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={body}
        disabled={isBarred}
        onInput={(event) => write(event.currentTarget.value)}
        onPaste={onPaste}
        onKeyDown={press}
        onKeyUp={completion.look}
        onClick={completion.look}
        onBlur={completion.leave}
        {...completion.aria}
      />
    </>
  );
}

function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${Math.min(field.scrollHeight, HEIGHT_MAX)}px`;
}
