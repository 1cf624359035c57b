import type { ComponentChildren } from 'preact';
import type { Message } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { AccountAvatar } from '../members/avatar.js';
import { MessageContent } from './message-content.js';
import { useCurrentRow } from './use-current-row.js';

interface PlainRowProps {
  message: Message;
  testId: string;
  onOpen?: () => void;
  children?: ComponentChildren;
}

/** A message outside of the timeline: among pins, search results or replies. */
export function PlainRow({ message: read, testId, onOpen, children }: PlainRowProps) {
  const text = useText();
  const message = useCurrentRow(read);
  const name = message.sender?.username ?? text.someone;
  return (
    <article class="plain-row" data-testid={testId} data-id={message.id}>
      <AccountAvatar id={message.sender?.account_id ?? null} name={name} size={30} />
      <div class="plain-row-column">
        <header>
          <strong>{name}</strong>
          {onOpen ? (
            <button type="button" class="link" data-testid="go-to" onClick={onOpen}>
              {momentName(message.inserted_at, text)}
            </button>
          ) : (
            <time>{momentName(message.inserted_at, text)}</time>
          )}
        </header>
        {onOpen ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the time above is the same link for the keyboard.
          // biome-ignore lint/a11y/noStaticElementInteractions: a larger target than the time.
          <div class="plain-row-body" onClick={onOpen}>
            <MessageContent message={message} />
          </div>
        ) : (
          <MessageContent message={message} />
        )}
        {children}
      </div>
    </article>
  );
}
