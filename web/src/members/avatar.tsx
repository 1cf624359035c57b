import { useEffect, useState } from 'preact/hooks';
import type { Photo } from '../api-types.js';
import { useApp } from '../app/use-app.js';
import { requestAvatar } from './avatars.js';

interface AvatarProps {
  name: string;
  photo?: Photo | null | undefined;
  size?: number;
  square?: boolean;
}

/** A photo, or the first letter of the name on a color that is derived from the name. */
export function Avatar({ name, photo, size = 36, square = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const url = photo && (size > 96 ? photo.url : photo.thumb_url);
  const style = { '--hue': String(hueOf(name)), '--size': `${size}px` };
  return (
    <span class={square ? 'avatar avatar-square' : 'avatar'} style={style} aria-hidden="true">
      {url && url !== broken ? (
        // The letter replaces a photo whose link has expired.
        <img src={url} alt="" loading="lazy" data-testid="photo" onError={() => setBroken(url)} />
      ) : (
        ([...name][0]?.toLocaleUpperCase('tr') ?? '?')
      )}
    </span>
  );
}

/** The avatar of an account of which only the id is known. */
export function AccountAvatar({ id, name, size = 36 }: { id: string | null; name: string; size?: number }) {
  const photo = useApp((state) => (id === null ? null : state.avatars[id]));
  useEffect(() => {
    if (id !== null) requestAvatar(id);
  }, [id]);
  return <Avatar name={name} photo={photo} size={size} />;
}

export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return hash / 10;
}
