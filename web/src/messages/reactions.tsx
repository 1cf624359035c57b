import type { Message } from '../api-types.js';
import { useWritingText } from '../composer/writing-text.js';
import { toggleReaction } from './message-actions.js';
import { myReactions } from './my-reactions.js';

export const offered = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

export function Reactions({ message }: { message: Message }) {
  const text = useWritingText();
  const counts = Object.entries(message.reactions).filter(([, count]) => count > 0);
  if (counts.length === 0) return null;
  return (
    <div class="reactions">
      {counts.map(([emoji, count]) => (
        <button
          type="button"
          key={emoji}
          class="reaction"
          aria-label={text.reacted(emoji, count)}
          aria-pressed={myReactions.has(message.id, emoji)}
          data-testid="reaction"
          onClick={() => toggleReaction(message, emoji)}
        >
          {emoji} <b>{count}</b>
        </button>
      ))}
    </div>
  );
}
