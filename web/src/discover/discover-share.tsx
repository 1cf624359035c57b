import { useEffect, useState } from 'preact/hooks';
import { MeydanError } from '#sdk/errors.js';
import type { Entry, Room } from '../api-types.js';
import { hashOfRoute } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { sendMessage } from '../composer/outbox/outbox-actions.js';
import { ForwardDialog } from '../messages/forward-dialog.js';
import { roomName } from '../rooms/room-name.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { reportShare } from './discover-data.js';
import { useDiscoverText } from './discover-text.js';

const TOLD_MS = 5000;

/** A failed report is ignored, because the person cannot do anything about it. */
const tell = (id: number, via: 'forward' | 'link'): void =>
  void reportShare(id, via).catch((error: unknown) => error instanceof MeydanError || Promise.reject(error));

/** Shares an article: as a card in a chat, or as a link. */
export function EntryShare({ entry: { id } }: { entry: Entry }) {
  const text = useDiscoverText();
  const page = useText();
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    if (sentTo === null) return undefined;
    const timer = setTimeout(() => setSentTo(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [sentTo]);
  const send = (room: Room) => {
    sendMessage(room.slug, '', { attachment: { type: 'entry', entry_id: id } });
    tell(id, 'forward');
    setSentTo(roomName(room, page));
  };
  const link = `${location.origin}/${hashOfRoute({ view: 'entry', id })}`;
  return (
    <div class="entry-ways">
      <CopyButton label={text.copyLink} value={link} testId="entry-copy" onCopied={() => tell(id, 'link')} />
      <button type="button" class="button button-small" data-testid="entry-forward" onClick={() => setOpen(true)}>
        <Icon name="forward" size={16} />
        {text.forward}
      </button>
      <span class={sentTo === null ? 'unseen' : 'entry-sent'} role="status" data-testid="entry-forwarded">
        {sentTo !== null && text.forwarded(sentTo)}
      </span>
      {isOpen && <ForwardDialog needs="send_message.entries" onChoose={send} onClose={() => setOpen(false)} />}
    </div>
  );
}
