import { useEffect, useState } from 'preact/hooks';
import { choosePhoto, loadPhotos, removePhoto } from '../state/photo-actions.js';
import { useText } from '../text/text.js';
import type { Photo } from '../wire.js';
import { PhotoCrop } from './photo-crop.js';

interface PhotoSetProps {
  /** Whose they are: `myPhotos`, or a room's. */
  path: string;
  words: { inUse: string; use: string };
  isSquare?: boolean;
  /** To be looked at only. */
  isFixed?: boolean;
  onChange?: () => void;
}

/** Photos of an account or a room: the first one is the face. */
export function PhotoSet({ path, words, isSquare = false, isFixed = false, onChange }: PhotoSetProps) {
  const text = useText();
  const [photos, setPhotos] = useState<Photo[] | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const reload = () => {
    void loadPhotos(path).then(setPhotos);
    onChange?.();
  };
  useEffect(reload, [path]);
  const after = (done: Promise<unknown>) => void done.then(reload);
  if (file) {
    const close = () => setFile(null);
    const added = () => {
      close();
      reload();
    };
    return <PhotoCrop path={path} file={file} isSquare={isSquare} onDone={added} onClose={close} />;
  }
  return (
    <section class="form" data-testid="photos">
      {!isFixed && (
        <label class="button button-wide file-button">
          {text.addPhoto}
          <input
            type="file"
            accept="image/*"
            data-testid="photo-file"
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
        </label>
      )}
      {photos?.length === 0 && <p class="form-hint">{text.noPhotos}</p>}
      <ul class="photo-grid">
        {photos?.map((photo) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            words={words}
            isFixed={isFixed}
            onChoose={() => after(choosePhoto(path, photo.id))}
            onRemove={() => confirm(text.removePhotoQuestion) && after(removePhoto(path, photo.id))}
          />
        ))}
      </ul>
    </section>
  );
}

interface TileProps extends Pick<PhotoSetProps, 'words' | 'isFixed'> {
  photo: Photo;
  onChoose: () => void;
  onRemove: () => void;
}

function PhotoTile({ photo, words, isFixed, onChoose, onRemove }: TileProps) {
  const text = useText();
  return (
    <li class="photo-tile" data-testid="own-photo" data-primary={photo.is_primary}>
      <img src={photo.thumb_url} alt="" />
      {photo.is_primary ? (
        <span class="tag">{words.inUse}</span>
      ) : (
        !isFixed && (
          <button type="button" class="link" data-testid="photo-choose" onClick={onChoose}>
            {words.use}
          </button>
        )
      )}
      {!isFixed && (
        <button type="button" class="link" data-testid="photo-remove" onClick={onRemove}>
          {text.removePhoto}
        </button>
      )}
    </li>
  );
}
