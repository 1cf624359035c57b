import { useEffect, useState } from 'preact/hooks';
import { roomOf } from '../state/app-state.js';
import { sight } from '../state/sight.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import type { Message } from '../wire.js';
import { Composer, type Draft } from './composer.js';
import { MembersDialog } from './members-dialog.js';
import { MessageList } from './message-list.js';
import { RoomHeader } from './room-header.js';
import { TypingLine } from './typing-line.js';

/** The room on the screen: its head, its rows, and the place to write. */
export function RoomView({ slug }: { slug: string }) {
  const text = useText();
  const room = useApp((state) => roomOf(state, slug));
  const isOpen = useApp((state) => slug in state.timelines);
  const [draft, setDraft] = useState<Draft>({ mode: 'new' });
  const [isListed, setListed] = useState(false);
  useEffect(() => sight.follow(slug), [slug]);
  if (!room) return <main class="pane pane-empty">{text.starting}</main>;
  const wallpaper = `pane room wallpaper-${room.wallpaper}`;
  return (
    <main class={wallpaper} data-testid="room" data-slug={slug} data-open={isOpen}>
      <RoomHeader room={room} onMembers={() => setListed(true)} />
      <MessageList
        slug={slug}
        onReply={(message: Message) => setDraft({ mode: 'reply', message })}
        onEdit={(message: Message) => setDraft({ mode: 'edit', message })}
      />
      <TypingLine slug={slug} />
      <Composer slug={slug} draft={draft} onDone={() => setDraft({ mode: 'new' })} />
      {isListed && <MembersDialog slug={slug} onClose={() => setListed(false)} />}
    </main>
  );
}
