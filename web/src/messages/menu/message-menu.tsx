import { useLayoutEffect } from 'preact/hooks';
import type { Message, Room } from '#page/api-types.js';
import { myId } from '#page/app/app-state.js';
import { openPanel } from '#page/app/panel.js';
import { hashOfMessage } from '#page/app/route.js';
import { useText } from '#page/app/text/text.js';
import { showToast } from '#page/app/toast.js';
import { mayShare } from '#page/discover/may-share.js';
import { rightsIn } from '#page/members/rights.js';
import { markUnreadFrom } from '#page/rooms/marked-unread.js';
import { confirmed } from '#page/ui/confirm.js';
import { copyText } from '#page/ui/copy-text.js';
import { Menu, type MenuItem, type MenuPoint } from '#page/ui/menu/menu.js';
import { mayEdit } from '../editable.js';
import { deleteMessage, toggleReaction } from '../message-actions.js';
import { myReactions } from '../my-reactions.js';
import { setPinned } from '../panels/discussion-actions.js';
import { offered } from '../reactions.js';
import { beginSelection } from '../selection/selection.js';
import { useCurrentRow } from '../use-current-row.js';
import { useMenuText } from './menu-text.js';
import { messageMenu, openMessageDialog } from './message-menu-state.js';

export interface MessageMenuProps {
  message: Message;
  room: Room;
  at: MenuPoint;
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}

/** Everything that can be done with a message, in words. It ends with the message. */
export function MessageMenu({ message: opened, ...rest }: MessageMenuProps) {
  const words = useMenuText();
  const message = useCurrentRow(opened);
  const isDeleted = message.deleted_at !== null;
  const props = { ...rest, message };
  const { at } = rest;
  const close = () => messageMenu.set({ menu: null });
  useLayoutEffect(() => {
    if (isDeleted) close();
  }, [isDeleted]);
  const groups = [useAnswering(props), useSharing(props), useKeeping(props), useEnding(props)];
  return (
    <Menu
      label={words.menuOf}
      at={at}
      items={groups.flat().filter((item) => item !== null)}
      head={<QuickReactions message={message} onClose={close} />}
      onClose={close}
    />
  );
}

type Item = MenuItem | null;

function useAnswering({ message, room, onReply, onEdit }: MessageMenuProps): Item[] {
  const text = useText();
  const words = useMenuText();
  const mayDiscuss = message.discussion ? true : rightsIn(room).openDiscussion;
  const discuss = () => openPanel({ type: 'discussion', message });
  return [
    { testId: 'action-reply', icon: 'reply', label: text.reply, run: () => onReply(message) },
    mayDiscuss
      ? {
          testId: 'action-discuss',
          icon: 'discuss',
          label: message.discussion ? words.openDiscussion : text.discuss,
          run: discuss,
        }
      : null,
    mayEdit(message, myId(), Date.now())
      ? { testId: 'action-edit', icon: 'edit', label: text.edit, run: () => onEdit(message) }
      : null,
  ];
}

function useSharing({ message, room }: MessageMenuProps): Item[] {
  const text = useText();
  const words = useMenuText();
  const isMine = message.sender?.account_id === myId();
  const copy = (value: string) => void copyText(value).then(() => showToast(words.copied));
  const link = `${location.origin}/${hashOfMessage(message.room, message.id)}`;
  const isGone = message.view_once || message.expired;
  return [
    message.body ? { testId: 'action-copy', icon: 'copy', label: words.copyText, run: () => copy(message.body) } : null,
    { testId: 'action-link', icon: 'link', label: words.copyMessageLink, run: () => copy(link) },
    isGone
      ? null
      : {
          testId: 'action-forward',
          icon: 'forward',
          label: text.forward,
          run: () => openMessageDialog('forward', message),
        },
    mayShare(message, room, isMine)
      ? {
          testId: 'action-compass',
          icon: 'compass',
          label: text.shareToDiscover,
          run: () => openMessageDialog('share', message),
        }
      : null,
  ];
}

function useKeeping({ message, room }: MessageMenuProps): Item[] {
  const text = useText();
  const words = useMenuText();
  const isPinned = room.pins.includes(message.id);
  return [
    { testId: 'action-select', icon: 'select', label: words.select, run: () => beginSelection(message) },
    rightsIn(room).pin
      ? {
          testId: 'action-pin',
          icon: 'pin',
          label: isPinned ? text.unpin : text.pin,
          run: () => void setPinned(message, !isPinned),
        }
      : null,
    Object.keys(message.reactions).length > 0
      ? {
          testId: 'action-reactors',
          icon: 'people',
          label: words.reactors,
          run: () => openMessageDialog('reactors', message),
        }
      : null,
    { testId: 'action-unread', icon: 'unread', label: words.markUnread, run: () => void markUnreadFrom(message) },
  ];
}

function useEnding({ message, room }: MessageMenuProps): Item[] {
  const text = useText();
  const words = useMenuText();
  const isMine = message.sender?.account_id === myId();
  const remove = async () => {
    if (await confirmed(text.deleteQuestion, text.delete)) await deleteMessage(message);
  };
  return [
    isMine
      ? null
      : {
          testId: 'action-flag',
          icon: 'flag',
          label: words.report,
          run: () => openMessageDialog('report', message),
        },
    isMine || rightsIn(room).removeMessages
      ? { testId: 'action-trash', icon: 'trash', label: text.delete, isDanger: true, run: () => void remove() }
      : null,
  ];
}

function QuickReactions({ message, onClose }: { message: Message; onClose: () => void }) {
  const text = useText();
  const words = useMenuText();
  const choose = (emoji: string) => {
    onClose();
    void toggleReaction(message, emoji);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu.
    <div class="menu-reactions" role="group" aria-label={text.react}>
      {offered.map((emoji) => (
        <button
          type="button"
          key={emoji}
          role="menuitem"
          tabIndex={-1}
          data-testid="menu-emoji"
          aria-current={myReactions.has(message.id, emoji) ? 'true' : undefined}
          onClick={() => choose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        title={words.moreReactions}
        aria-label={words.moreReactions}
        data-testid="menu-emoji-more"
        onClick={() => openMessageDialog('emoji', message)}
      >
        +
      </button>
    </div>
  );
}
