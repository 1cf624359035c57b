import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { editMessage, sayTyping } from '../state/message-actions.js';
import { sendMessage } from '../state/outbox-actions.js';
import { rightsIn } from '../state/rights.js';
import { type Chosen, chooseFiles, sendTray } from '../state/tray.js';
import { useText } from '../text/text.js';
import type { Message, Room } from '../wire.js';
import { AttachMenu } from './attach-menu.js';
import { ComposerHold, useHold } from './composer-hold.js';
import { Icon } from './icon.js';
import { useMentions } from './mention-list.js';
import { SlashAnswerLine } from './slash-answer.js';
import { Tray, useTray } from './tray.js';

export type Draft = { mode: 'new' } | { mode: 'reply' | 'edit'; message: Message };

interface ComposerProps {
  room: Room;
  draft: Draft;
  onDone: () => void;
}

/** What was begun in a room stays there while one looks at another. */
const begun = new Map<string, string>();

export function Composer({ room, draft, onDone }: ComposerProps) {
  const text = useText();
  const { slug } = room;
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useWriting(slug, draft, field);
  const hold = useHold(slug);
  const tray = useTray(slug);
  const mentions = useMentions(slug, field, body, setBody);
  const isBarred = hold?.kind === 'muted' || !rightsIn(room).say;
  const isReady = !isBarred && mayGo(draft, body, tray);
  const finish = () => {
    setBody('');
    sayTyping(slug, false);
    onDone();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isReady) void deliver(slug, draft, body.trim(), finish);
  };
  const write = (value: string) => {
    setBody(value);
    mentions.look();
    sayTyping(slug, value !== '');
  };
  return (
    <form class="composer" onSubmit={submit}>
      <SlashAnswerLine slug={slug} />
      <ComposerHold room={room} hold={hold} />
      {draft.mode !== 'new' && <About draft={draft} onCancel={finish} />}
      <Tray room={room} />
      {mentions.list}
      <AttachMenu room={room} isBarred={isBarred} />
      <textarea
        ref={field}
        class="composer-field"
        data-testid="composer"
        rows={1}
        aria-label={text.write}
        placeholder={tray.length > 0 ? text.caption : text.write}
        value={body}
        disabled={isBarred}
        onInput={(event) => write(event.currentTarget.value)}
        onPaste={(event) => paste(event, slug)}
        onKeyDown={(event) => mentions.onKey(event) || onKey(event, submit, finish)}
      />
      <button type="submit" class="composer-send" title={text.send} data-testid="send" disabled={!isReady}>
        <Icon name={draft.mode === 'edit' ? 'check' : 'send'} size={22} />
      </button>
    </form>
  );
}

/** What is being written, kept for the room; an edit begins with what the message says. */
function useWriting(slug: string, draft: Draft, field: RefObject<HTMLTextAreaElement | null>) {
  const [body, setBody] = useState(begun.get(slug) ?? '');
  useEffect(() => {
    if (draft.mode === 'edit') setBody(draft.message.body);
    if (draft.mode !== 'new') field.current?.focus();
  }, [draft]);
  useEffect(() => {
    if (draft.mode !== 'edit') begun.set(slug, body);
    fitHeight(field.current);
  }, [body, slug, draft]);
  return [body, setBody] as const;
}

/** Words, or files once all of them were looked at; an edit changes the words alone. */
function mayGo(draft: Draft, body: string, tray: Chosen[]): boolean {
  if (draft.mode === 'edit') return body.trim() !== '';
  if (tray.some(({ file, error }) => !file && !error)) return false;
  return body.trim() !== '' || tray.some(({ file }) => file !== null);
}

function paste(event: ClipboardEvent, slug: string): void {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  chooseFiles(slug, files);
}

async function deliver(slug: string, draft: Draft, body: string, finish: () => void): Promise<void> {
  if (draft.mode === 'edit') {
    if (await editMessage(draft.message, body)) finish();
    return;
  }
  const extra = draft.mode === 'reply' ? { reply_to: draft.message.id } : {};
  if (!sendTray(slug, body, extra)) sendMessage(slug, body, extra);
  finish();
}

/** Enter sends, Shift+Enter breaks the line; an Enter that only ends a composed character does neither. */
function onKey(event: KeyboardEvent, submit: (event: Event) => void, cancel: () => void): void {
  if (event.key === 'Escape') cancel();
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
}

function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${Math.min(field.scrollHeight, 180)}px`;
}

function About({ draft, onCancel }: { draft: Exclude<Draft, { mode: 'new' }>; onCancel: () => void }) {
  const text = useText();
  const { mode, message } = draft;
  return (
    <div class="composer-about" data-testid="composer-about">
      <Icon name={mode === 'edit' ? 'edit' : 'reply'} size={18} />
      <div>
        <strong>{mode === 'edit' ? text.editing : text.replyingTo(message.sender?.username ?? text.someone)}</strong>
        <span>{message.body}</span>
      </div>
      <button type="button" class="icon-button" title={text.cancel} onClick={onCancel}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
