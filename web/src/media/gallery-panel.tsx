import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { endsRow } from '#sdk/rows.js';
import type { Message, Room, RoomChange, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { client } from '../app/client.js';
import { info, SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { monthName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { ListEnd } from '../ui/list-end.js';
import { LoadFault } from '../ui/loaded-part.js';
import { useRetryOnline } from '../ui/use-loaded.js';
import { useFresh } from './fresh-links.js';
import { galleryOf } from './gallery.js';
import { loadMedia } from './gallery-actions.js';
import { Picture, PlayMark } from './media-card.js';
import { mediaOf, view } from './viewer-state.js';

const none: Message[] = [];

/** Photos and videos of the room, newest first, with infinite scrolling. */
export function GalleryPanel({ room }: { room: Room }) {
  const text = useText();
  const live = useApp((state) => state.timelines[room.slug]?.messages ?? none);
  const { loaded, hasMore, error, more } = useMediaPages(room.slug);
  const shown = useMemo(() => galleryOf(loaded ?? none, live), [loaded, live]);
  const isEmpty = loaded !== null && shown.length === 0;
  return (
    <SidePanel title={text.gallery} testId="panel-gallery" back={info}>
      {isEmpty && <p class="panel-note">{text.noMedia}</p>}
      {loaded !== null &&
        monthsOf(shown).map(([month, rows]) => (
          <section key={month}>
            <h3 class="panel-section">{month}</h3>
            <div class="gallery">
              {rows.map((row) => (
                <Tile key={row.id} message={row} onOpen={() => view(row, shown.toReversed())} />
              ))}
            </div>
          </section>
        ))}
      {error && <LoadFault error={error} again={more} />}
      {hasMore && !error && <ListEnd key={loaded?.length ?? 0} onSeen={more} />}
    </SidePanel>
  );
}

function useMediaPages(slug: string) {
  const [pages, setPages] = useState<{ loaded: Message[] | null; hasMore: boolean }>({ loaded: null, hasMore: true });
  const [error, setError] = useState<WireError | null>(null);
  const isAsking = useRef(false);
  const drop = (change: RoomChange) =>
    setPages(({ loaded, hasMore }) => ({ loaded: loaded?.filter(({ id }) => !endsRow(change, id)) ?? null, hasMore }));
  useEffect(() => client.held(slug)?.on('change', drop), [slug]);
  const more = () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const last = pages.loaded?.at(-1);
    loadMedia(slug, last?.seq ?? null)
      .then(({ media, has_more: hasMore }) => {
        setPages(({ loaded }) => ({ loaded: [...(loaded ?? none), ...media], hasMore }));
        setError(null);
      })
      .catch((failed: unknown) => setError(wireOf(failed)))
      .finally(() => {
        isAsking.current = false;
      });
  };
  useRetryOnline(error, more);
  return { ...pages, error, more };
}

function monthsOf(rows: readonly Message[]): [string, Message[]][] {
  const months = new Map<string, Message[]>();
  for (const row of rows) {
    const month = monthName(row.inserted_at);
    months.set(month, [...(months.get(month) ?? []), row]);
  }
  return [...months];
}

function Tile({ message: held, onOpen }: { message: Message; onOpen: () => void }) {
  const text = useText();
  const message = useFresh(held);
  const media = mediaOf(message);
  if (!media) return null;
  const label = text.openFull(text.kind[media.type] ?? media.type, message.sender?.username ?? text.someone);
  return (
    <button type="button" class="tile" data-testid="tile" data-id={message.id} aria-label={label} onClick={onOpen}>
      <Picture message={message} link={media.thumb_url ?? media.url} alt="" />
      {media.type === 'video' && <PlayMark durationMs={media.duration_ms ?? 0} />}
    </button>
  );
}
