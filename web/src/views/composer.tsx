import { useEffect, useRef } from 'preact/hooks';
import type { Message, Room } from '../api-types.js';
import { app, myId } from '../state/app-state.js';
import { keepDraft } from '../state/drafts.js';
import { lastEditable } from '../state/editable.js';
import { takeWish } from '../state/focus-wish.js';
import { editMessage, sayTyping } from '../state/message-actions.js';
import { sendMessage } from '../state/outbox-actions.js';
import { rightsIn } from '../state/rights.js';
import { type Chosen, chooseFiles, sendTray } from '../state/tray.js';
import { useText } from '../text/text.js';
import { AttachMenu } from './attach-menu.js';
import { ComposerAbout, type Draft } from './composer-about.js';
import { ComposerHold, useHold } from './composer-hold.js';
import { EmojiButton } from './emoji-button.js';
import { Icon } from './icon.js';
import { SlashAnswerLine } from './slash-answer.js';
import { Tray, useTray } from './tray.js';
import { useWriting } from './use-writing.js';
import { WritingField } from './writing-field.js';

interface ComposerProps {
  room: Room;
  draft: Draft;
  onEdit: (message: Message) => void;
  onDone: () => void;
}

export function Composer({ room, draft, onEdit, onDone }: ComposerProps) {
  const text = useText();
  const { slug } = room;
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useWriting(slug, draft);
  const hold = useHold(slug);
  const tray = useTray(slug);
  const isBarred = hold?.kind === 'muted' || !rightsIn(room).say;
  const isReady = !isBarred && mayGo(draft, body, tray);
  useEffect(() => {
    const isWished = takeWish();
    if (isWished || draft.mode !== 'new') field.current?.focus();
  }, [draft]);
  const finish = () => {
    if (draft.mode !== 'edit') keepDraft(slug, '', null);
    sayTyping(slug, false);
    onDone();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isReady) void deliver(slug, draft, body.trim(), finish);
  };
  const write = (value: string) => {
    setBody(value);
    sayTyping(slug, value !== '');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && draft.mode !== 'new') {
      event.stopPropagation();
      onDone();
    }
    if (event.key === 'ArrowUp' && body === '' && tray.length === 0) editLast(slug, event, onEdit);
  };
  return (
    <form class="composer" onSubmit={submit}>
      <SlashAnswerLine slug={slug} />
      <ComposerHold room={room} hold={hold} />
      {draft.mode !== 'new' && <ComposerAbout draft={draft} onCancel={onDone} />}
      <Tray room={room} />
      <AttachMenu room={room} isBarred={isBarred} />
      <WritingField
        {...{ room, field, body, isBarred, onKey }}
        testId="composer"
        label={text.write}
        placeholder={tray.length > 0 ? text.caption : text.write}
        onBody={write}
        onSend={submit}
        onPaste={(event) => paste(event, slug)}
      />
      <EmojiButton field={field} body={body} isBarred={isBarred} onBody={write} />
      <button type="submit" class="composer-send" title={text.send} data-testid="send" disabled={!isReady}>
        <Icon name={draft.mode === 'edit' ? 'check' : 'send'} size={22} />
      </button>
    </form>
  );
}

/** Words, or files once all of them were looked at; an edit changes the words alone. */
function mayGo(draft: Draft, body: string, tray: Chosen[]): boolean {
  if (draft.mode === 'edit') return body.trim() !== '';
  if (tray.some(({ file, error }) => !file && !error)) return false;
  return body.trim() !== '' || tray.some(({ file }) => file !== null);
}

function editLast(slug: string, event: KeyboardEvent, onEdit: (message: Message) => void): void {
  const last = lastEditable(app.get().timelines[slug]?.messages ?? [], myId(), Date.now());
  if (!last) return;
  event.preventDefault();
  onEdit(last);
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
