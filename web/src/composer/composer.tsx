import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message, Room } from '../api-types.js';
import { app, myId } from '../app/app-state.js';
import { focusPart } from '../app/focus-part.js';
import { takeFocusRequest } from '../app/focus-request.js';
import { useText } from '../app/text/text.js';
import { mayRecord, VoiceComposer } from '../media/voice/voice-parts.js';
import { rightsIn } from '../members/rights.js';
import { lastEditable } from '../messages/editable.js';
import { editMessage, sendTyping } from '../messages/message-actions.js';
import { SlashAnswerLine } from '../messages/slash-answer.js';
import { Icon } from '../ui/icon.js';
import { AttachMenu } from './attach-menu.js';
import { AttachmentTray, useAttachmentTray } from './attachment-tray.js';
import { attachFiles, sendAttachments } from './attachments.js';
import type { ChosenFile } from './chosen-file.js';
import { ComposerBlocked, useSendBlock } from './composer-blocked.js';
import { ComposerContext, type Draft } from './composer-context.js';
import { EmojiButton } from './emoji/emoji-button.js';
import { BodyCount } from './length/body-count.js';
import { bodyRoomOf } from './length/body-limit.js';
import { MessageField } from './message-field.js';
import { keepDraft } from './outbox/drafts.js';
import type { Extra } from './outbox/outbox.js';
import { sendMessage } from './outbox/outbox-actions.js';
import { useDraft } from './use-draft.js';

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
  const [body, setBody] = useDraft(slug, draft);
  const hold = useSendBlock(slug);
  const tray = useAttachmentTray(slug);
  const isBarred = hold?.kind === 'muted' || !rightsIn(room).say;
  const isReady = !isBarred && mayGo(draft, body, tray) && !bodyRoomOf(body).isOver;
  useEffect(() => {
    const isWished = takeFocusRequest();
    if (isWished || draft.mode !== 'new') field.current?.focus();
  }, [draft]);
  const [isRecording, setRecording] = useState(false);
  const isVoice = draft.mode !== 'edit' && body === '' && tray.length === 0 && mayRecord(room);
  const finish = () => {
    if (draft.mode !== 'edit') keepDraft(slug, '', null);
    sendTyping(slug, false);
    onDone();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isReady) void deliver(slug, draft, body.trim(), finish);
  };
  const write = (value: string) => {
    setBody(value);
    sendTyping(slug, value !== '');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && draft.mode !== 'new') {
      event.stopPropagation();
      onDone();
    }
    if (event.key === 'ArrowUp' && body === '' && tray.length === 0) editLast(slug, event, onEdit);
  };
  const recorded = (isSent: boolean) => {
    setRecording(false);
    if (isSent) finish();
    requestAnimationFrame(() => focusPart('composer'));
  };
  if (isRecording) {
    return (
      <div class="composer">
        {draft.mode !== 'new' && <ComposerContext draft={draft} onCancel={onDone} />}
        <VoiceComposer room={room} extra={extraOf(draft)} onEnd={recorded} />
      </div>
    );
  }
  return (
    <form class="composer" onSubmit={submit}>
      <SlashAnswerLine slug={slug} />
      <ComposerBlocked room={room} hold={hold} />
      {draft.mode !== 'new' && <ComposerContext draft={draft} onCancel={onDone} />}
      <AttachmentTray room={room} />
      <BodyCount body={body} />
      <AttachMenu room={room} isBarred={isBarred} />
      <MessageField
        room={room}
        field={field}
        body={body}
        isBarred={isBarred}
        onKey={onKey}
        testId="composer"
        label={text.write}
        placeholder={tray.length > 0 ? text.caption : text.write}
        onBody={write}
        onSend={submit}
        onPaste={(event) => paste(event, slug)}
      />
      <EmojiButton field={field} body={body} isBarred={isBarred} onBody={write} />
      {isVoice ? (
        <button
          type="button"
          class="composer-send"
          title={text.voice}
          data-testid="voice-record"
          disabled={isBarred || hold !== null}
          onClick={() => setRecording(true)}
        >
          <Icon name="mic" size={22} />
        </button>
      ) : (
        <button type="submit" class="composer-send" title={text.send} data-testid="send" disabled={!isReady}>
          <Icon name={draft.mode === 'edit' ? 'check' : 'send'} size={22} />
        </button>
      )}
    </form>
  );
}

/** A message needs a text, or attachments that are all prepared; an edit needs a text. */
function mayGo(draft: Draft, body: string, tray: ChosenFile[]): boolean {
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
  attachFiles(slug, files);
}

async function deliver(slug: string, draft: Draft, body: string, finish: () => void): Promise<void> {
  if (draft.mode === 'edit') {
    if (await editMessage(draft.message, body)) finish();
    return;
  }
  const extra = extraOf(draft);
  if (!sendAttachments(slug, body, extra)) sendMessage(slug, body, extra);
  finish();
}

const extraOf = (draft: Draft): Extra => (draft.mode === 'reply' ? { reply_to: draft.message.id } : {});
