import { useEffect, useRef, useState } from 'preact/hooks';
import { endsRow } from '#sdk/rows.js';
import type { Message, RoomChange } from '../api-types.js';
import { app } from '../app/app-state.js';
import { client } from '../app/client.js';
import type { Viewer as Viewed } from '../app/overlays.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { jumpTo } from '../messages/list/jump.js';
import { useCurrentRow } from '../messages/use-current-row.js';
import { Icon } from '../ui/icon.js';
import { useLayer } from '../ui/use-layer.js';
import { refreshLinks, useFresh } from './fresh-links.js';
import { Missing } from './media-card.js';
import { useZoom } from './use-zoom.js';
import { closeViewer, mediaOf, turnViewer } from './viewer-state.js';

/** The full-screen viewer: arrows, swipes and Escape. */
export function ViewerDialog({ viewer }: { viewer: Viewed }) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useLayer(closeViewer, true);
  useEndedRows(viewer);
  const swipe = useSwipe(turnViewer);
  const turn = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turnViewer(-1);
    if (event.key === 'ArrowRight') turnViewer(1);
  };
  const message = viewer.type === 'media' ? viewer.items[viewer.at] : undefined;
  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={viewer.type === 'once' ? text.onceHint : text.gallery}
      data-testid="viewer"
      onClose={closeViewer}
      onKeyDown={turn}
      {...swipe}
    >
      {viewer.type === 'once' ? (
        <>
          <ViewerHead viewer={viewer} message={null} />
          <Shown link={viewer.url} isVideo={viewer.kind === 'video'} onFail={() => false} />
        </>
      ) : (
        message && <StoredMedia key={message.id} viewer={viewer} message={message} />
      )}
      {viewer.type === 'media' && <Turns viewer={viewer} />}
    </dialog>
  );
}

/** The room tells of a deletion also where it has not loaded the row. */
function useEndedRows(viewer: Viewed): void {
  const room = viewer.type === 'media' ? (viewer.items[0]?.room ?? '') : '';
  useEffect(() => client.held(room)?.on('change', dropFromViewer), [room]);
}

/** Nothing of a message that nobody may read any more stays on the screen. */
function dropFromViewer(change: RoomChange): void {
  const { viewer } = app.get();
  if (viewer?.type !== 'media' || !viewer.items.some(({ id }) => endsRow(change, id))) return;
  app.set({
    viewer: { ...viewer, items: viewer.items.map((row) => (endsRow(change, row.id) ? ended(row, change) : row)) },
  });
}

const ended = (row: Message, { seq }: RoomChange): Message => ({ ...row, rev: seq, body: '', attachment: null });

function ViewerHead({ viewer, message }: { viewer: Viewed; message: Message | null }) {
  const text = useText();
  const link = message && mediaOf(message)?.url;
  const go = () => {
    closeViewer();
    if (message) void jumpTo(message);
  };
  return (
    <header class="viewer-head">
      <span class="viewer-who">
        {message ? (
          <>
            <strong>{message.sender?.username ?? text.someone}</strong>
            <time>{momentName(message.inserted_at, text)}</time>
          </>
        ) : (
          <strong>{text.onceHint}</strong>
        )}
      </span>
      {viewer.type === 'media' && viewer.items.length > 1 && (
        <span class="viewer-place" data-testid="viewer-place">
          {text.placeOf(viewer.at + 1, viewer.items.length)}
        </span>
      )}
      {message && (
        <button type="button" class="icon-button" title={text.goToMessage} data-testid="viewer-go" onClick={go}>
          <Icon name="discuss" />
        </button>
      )}
      {link && (
        <a class="icon-button" title={text.download} href={link} download target="_blank" rel="noopener">
          <Icon name="download" />
        </a>
      )}
      <button type="button" class="icon-button" title={text.close} data-testid="viewer-close" onClick={closeViewer}>
        <Icon name="close" />
      </button>
    </header>
  );
}

/** As the room has it now: nothing of a message that is deleted meanwhile stays on the screen. */
function StoredMedia({ viewer, message: held }: { viewer: Viewed; message: Message }) {
  const message = useFresh(useCurrentRow(held));
  const media = mediaOf(message);
  const link = media?.url ?? null;
  return (
    <>
      <ViewerHead viewer={viewer} message={message} />
      <Shown
        link={link}
        isVideo={media?.type === 'video'}
        poster={media?.thumb_url ?? null}
        onFail={() => link !== null && refreshLinks(message, link)}
      />
      {message.body && <p class="viewer-words">{message.body}</p>}
    </>
  );
}

interface ShownProps {
  link: string | null;
  isVideo: boolean;
  poster?: string | null;
  /** True when another link is being loaded. */
  onFail: () => boolean;
}

function Shown({ link, isVideo, poster = null, onFail }: ShownProps) {
  const text = useText();
  const [broken, setBroken] = useState<string | null>(null);
  if (!link || broken === link) return <Missing label={link ? text.brokenFile : text.goneFile} />;
  const fail = () => onFail() || setBroken(link);
  const keep = { 'data-testid': 'viewer-media', src: link, onError: fail };
  const style = poster ? { backgroundImage: `url("${poster}")` } : {};
  return isVideo ? (
    <video {...keep} class="viewer-media" controls autoPlay playsInline />
  ) : (
    <ZoomedPicture keep={keep} style={style} />
  );
}

interface PictureProps {
  keep: { src: string; onError: () => void };
  style: Record<string, string>;
}

function ZoomedPicture({ keep, style }: PictureProps) {
  const text = useText();
  const { frame, isZoomed, transform, zoomIn, zoomOut } = useZoom();
  return (
    <>
      <div ref={frame} class={isZoomed ? 'viewer-frame viewer-zoomed' : 'viewer-frame'} data-testid="viewer-frame">
        <img {...keep} class="viewer-media" alt="" draggable={false} style={{ ...style, transform }} />
      </div>
      <div class="viewer-zoom">
        <button
          type="button"
          class="icon-button"
          title={text.zoomOut}
          data-testid="zoom-out"
          disabled={!isZoomed}
          onClick={zoomOut}
        >
          <Icon name="minus" />
        </button>
        <button type="button" class="icon-button" title={text.zoomIn} data-testid="zoom-in" onClick={zoomIn}>
          <Icon name="plus" />
        </button>
      </div>
    </>
  );
}

function Turns({ viewer: { at, items } }: { viewer: Extract<Viewed, { type: 'media' }> }) {
  const text = useText();
  return (
    <>
      {at > 0 && (
        <button
          type="button"
          class="viewer-turn viewer-turn-back"
          title={text.previous}
          data-testid="viewer-previous"
          onClick={() => turnViewer(-1)}
        >
          <Icon name="back" size={28} />
        </button>
      )}
      {at < items.length - 1 && (
        <button
          type="button"
          class="viewer-turn viewer-turn-on"
          title={text.next}
          data-testid="viewer-next"
          onClick={() => turnViewer(1)}
        >
          <Icon name="next" size={28} />
        </button>
      )}
    </>
  );
}

const SWIPE_PX = 60;

function useSwipe(turn: (by: number) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
      from.current = pointerType === 'mouse' ? null : { x, y };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!from.current) return;
      const [dx, dy] = [clientX - from.current.x, clientY - from.current.y];
      from.current = null;
      if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) turn(dx < 0 ? 1 : -1);
      else if (dy > SWIPE_PX * 2) closeViewer();
    },
  };
}
