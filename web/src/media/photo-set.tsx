import { useState } from 'preact/hooks';
import type { Photo } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { confirmed } from '../ui/confirm.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { choosePhoto, loadPhotos, type PhotoOwner, removePhoto } from './photo-actions.js';
import { PhotoCrop } from './photo-crop.js';

interface PhotoSetProps {
  room: PhotoOwner;
  words: { inUse: string; use: string };
  isSquare?: boolean;
  /** True for a read-only view. */
  isFixed?: boolean;
  onChange?: () => void;
}

/** Photos of an account or a room; the first one is the avatar. */
export function PhotoSet({ room, words, isSquare = false, isFixed = false, onChange }: PhotoSetProps) {
  const text = useText();
  const loaded = useLoaded(`photos ${room}`, () => loadPhotos(room));
  const [file, setFile] = useState<File | null>(null);
  const reload = () => {
    loaded.again();
    onChange?.();
  };
  const after = (done: Promise<unknown>) => void done.then(reload);
  if (file) {
    const close = () => setFile(null);
    const added = () => {
      close();
      reload();
    };
    return <PhotoCrop room={room} file={file} isSquare={isSquare} onDone={added} onClose={close} />;
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
      <LoadedPart loaded={loaded}>
        {(photos) => (
          <>
            {photos.length === 0 && <p class="form-hint">{text.noPhotos}</p>}
            <ul class="photo-grid">
              {photos.map((photo) => (
                <PhotoTile
                  key={photo.id}
                  photo={photo}
                  words={words}
                  isFixed={isFixed}
                  onChoose={() => after(choosePhoto(room, photo.id))}
                  onRemove={() =>
                    void confirmed(text.removePhotoQuestion, text.delete).then(
                      (isAgreed) => isAgreed && after(removePhoto(room, photo.id)),
                    )
                  }
                />
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
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
