import { memo } from 'preact/compat';
import type { Message } from '../api-types.js';
import { roomOf } from '../app/app-state.js';
import { openPage } from '../app/page.js';
import { hashOfRoom } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { clockTime } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { AccountAvatar, hueOf } from '../members/avatar.js';
import { BotTag } from '../members/bot-tag.js';
import { Icon } from '../ui/icon.js';
import { LinkCard } from './link-card.js';
import { firstLink } from './markdown/text-entities.js';
import { useMenuPress } from './menu/use-menu-press.js';
import { MessageContent } from './message-content.js';
import type { MessageRowProps } from './message-row-props.js';
import { MessageToolbar } from './message-toolbar.js';
import { DiscussionLine } from './panels/discussion-line.js';
import { Quote } from './quote.js';
import { Reactions } from './reactions.js';
import { RowCheck, useSelected } from './selection/row-check.js';

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isMine, isFirst, isLast, isOpen } = props;
  const text = useText();
  const isDeleted = message.deleted_at !== null;
  const press = useMenuPress(message);
  const selected = useSelected(message);
  const beside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) props.onOpen(isOpen ? null : message.id);
  };
  const state = [
    'row',
    isMine && 'row-mine',
    isFirst && 'row-first',
    isLast && 'row-last',
    isOpen && 'row-open',
    selected && 'row-selectable',
    selected?.isOn && 'row-selected',
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the actions are buttons, which the keyboard reaches by itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap beside the bubble shows the actions.
    <div
      class={state.filter(Boolean).join(' ')}
      id={`m-${message.id}`}
      data-testid="message"
      data-state="sent"
      data-id={message.id}
      data-seq={message.seq}
      data-client-id={message.client_id}
      onClick={selected ? selected.toggle : beside}
      {...(!selected && press)}
    >
      {selected && <RowCheck message={message} {...selected} />}
      {!isMine && isLast && (
        <button
          type="button"
          class="face-button"
          data-testid="sender-face"
          aria-label={message.sender?.username ?? text.someone}
          disabled={!message.sender?.account_id}
          onClick={() => openPage({ type: 'person', username: message.sender?.username ?? '' })}
        >
          <AccountAvatar id={message.sender?.account_id ?? null} name={message.sender?.username ?? '?'} size={32} />
        </button>
      )}
      <div class="row-column">
        <Bubble {...props} />
        <Reactions message={message} />
        <DiscussionLine message={message} />
      </div>
      {!isDeleted && !selected && <MessageToolbar {...props} />}
    </div>
  );
});

function Bubble({ message, quoted, isMine, isFirst, isOpen, onOpen }: MessageRowProps) {
  const text = useText();
  const isDeleted = message.deleted_at !== null;
  const link = isDeleted ? null : firstLink(message.body);
  const toggle = () => onOpen(isOpen ? null : message.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the actions are buttons, which the keyboard reaches by itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap shows the actions on devices that cannot hover.
    <div class="bubble" onClick={toggle}>
      {!isMine && isFirst && <SenderName message={message} />}
      {message.reply_to && <Quote slug={message.room} id={message.reply_to} quoted={quoted} />}
      {message.forwarded_from && !isDeleted && <Origin slug={message.forwarded_from.room} />}
      <MessageContent message={message} />
      {link && <LinkCard link={link} />}
      <span class="stamp">
        {message.edited_at !== null && !isDeleted && <em data-testid="edited">{text.edited}</em>}
        {isMine && <ReadMark message={message} />}
        <time>{clockTime(message.inserted_at)}</time>
      </span>
    </div>
  );
}

/** In a direct chat: whether the other person has read the message. */
function ReadMark({ message: { room: slug, seq } }: { message: Message }) {
  const text = useText();
  const peer = useApp((state) => roomOf(state, slug)?.peer ?? null);
  if (!peer) return null;
  const isSeen = (peer.read_seq ?? 0) >= seq;
  return (
    <span class={isSeen ? 'read-mark read-mark-seen' : 'read-mark'} data-testid="read-mark" data-seen={isSeen}>
      <span aria-hidden="true">{isSeen ? '✓✓' : '✓'}</span>
      <span class="unseen">{isSeen ? text.seen : text.sent}</span>
    </span>
  );
}

function Origin({ slug }: { slug: string }) {
  const text = useText();
  return (
    <a class="origin" href={hashOfRoom(slug)} data-testid="origin">
      <Icon name="forward" size={14} />
      {text.forwardedFrom(slug)}
    </a>
  );
}

function SenderName({ message }: { message: Message }) {
  const text = useText();
  const name = message.sender?.username ?? text.someone;
  const role = message.sender?.role;
  const show = (event: Event) => {
    event.stopPropagation();
    openPage({ type: 'person', username: name });
  };
  return (
    <strong class="sender" style={{ '--hue': String(hueOf(name)) }}>
      <button type="button" data-testid="sender-name" disabled={!message.sender?.account_id} onClick={show}>
        {name}
      </button>
      <BotTag of={message.sender} />
      {message.sender?.tag && <span class="tag">{message.sender.tag}</span>}
      {role === 'founder' && <span class="tag">{text.founder}</span>}
      {role === 'admin' && <span class="tag">{text.admin}</span>}
    </strong>
  );
}
