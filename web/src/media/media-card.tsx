import { useState } from 'preact/hooks';
import type { Media, Message } from '../api-types.js';
import { app } from '../app/app-state.js';
import { clockOf } from '../app/text/duration.js';
import { useText } from '../app/text/text.js';
import { Icon } from '../ui/icon.js';
import { refreshLinks, useFresh } from './fresh-links.js';
import { mediaOf, view } from './viewer-state.js';

const WIDTH = 320;
const HEIGHT = 360;
const SMALLEST = 96;

/** The size in the message list, in the picture's aspect ratio, so that nothing moves when it loads. */
export function shapeOf({ width, height }: { width: number; height: number }, most = WIDTH) {
  const scale = Math.min(most / width, HEIGHT / height, 1);
  const shown = { width: Math.max(SMALLEST, width * scale), height: Math.max(SMALLEST, height * scale) };
  return { width: `${Math.round(shown.width)}px`, aspectRatio: `${shown.width} / ${shown.height}` };
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A photo, video, GIF or sticker in a message; a tap opens the viewer. */
export function MediaCard({ message: held }: { message: Message }) {
  const text = useText();
  const message = useFresh(held);
  const media = mediaOf(message);
  if (!media) return null;
  const kind = text.kind[media.type] ?? media.type;
  const among = () => app.get().timelines[message.room]?.messages ?? [message];
  const show = (event: Event) => {
    event.stopPropagation();
    view(message, among());
  };
  if (message.expired) return <Missing label={text.goneFile} />;
  if (media.type === 'sticker')
    return <Picture message={message} link={media.url} shape={shapeOf(media, 160)} alt={kind} />;
  return (
    <button
      type="button"
      class="media"
      data-testid="media"
      data-kind={media.type}
      style={shapeOf(media)}
      aria-label={text.openFull(kind, message.sender?.username ?? text.someone)}
      onClick={show}
    >
      <Picture message={message} link={linkOf(media)} alt="" />
      {media.type === 'video' && <PlayMark durationMs={media.duration_ms ?? 0} />}
    </button>
  );
}

/** Animations play in the message list, unless the person prefers reduced motion. */
const linkOf = ({ type, url, thumb_url }: Media) => (type === 'gif' && !isStill() ? url : (thumb_url ?? url));

interface PictureProps {
  message: Message;
  link: string | null | undefined;
  alt: string;
  shape?: { width: string; aspectRatio: string };
}

export function Picture({ message, link, alt, shape }: PictureProps) {
  const text = useText();
  const [broken, setBroken] = useState<string | null>(null);
  if (!link || broken === link) return <Missing label={link ? text.brokenFile : text.goneFile} />;
  const fail = () => refreshLinks(message, link) || setBroken(link);
  return (
    <img
      class={shape ? 'sticker' : 'picture'}
      src={link}
      alt={alt}
      style={shape}
      loading="lazy"
      draggable={false}
      onError={fail}
    />
  );
}

export function Missing({ label }: { label: string }) {
  return (
    <span class="media-missing" data-testid="media-missing">
      <Icon name="photo" />
      {label}
    </span>
  );
}

export function PlayMark({ durationMs }: { durationMs: number }) {
  return (
    <>
      <span class="play-mark">
        <Icon name="play" size={26} />
      </span>
      <span class="media-length">{clockOf(Math.round(durationMs / 1000))}</span>
    </>
  );
}
