import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '#page/ui/icon.js';
import { inserted } from '../completion.js';
import { useWritingText } from '../writing-text.js';
import { EmojiPicker } from './emoji-popup.js';

interface EmojiButtonProps {
  field: RefObject<HTMLTextAreaElement | null>;
  body: string;
  isBarred?: boolean;
  onBody: (body: string) => void;
}

/** Opens the emoji picker and inserts the chosen emoji at the caret. */
export function EmojiButton({ field, body, isBarred = false, onBody }: EmojiButtonProps) {
  const text = useWritingText();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const take = (face: string) => {
    const { selectionStart = body.length, selectionEnd = body.length } = field.current ?? {};
    const next = inserted(body, selectionStart, selectionEnd, face);
    onBody(next.body);
    setOpen(false);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return (
    <div class="emoji-place">
      <button
        ref={button}
        type="button"
        class="attach-open"
        title={text.emojiChoose}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        data-testid="emoji-open"
        disabled={isBarred}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="smile" size={22} />
      </button>
      {isOpen && <EmojiPicker onTake={take} onClose={close} />}
    </div>
  );
}
