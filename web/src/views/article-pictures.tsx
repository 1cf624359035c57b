import { useState } from 'preact/hooks';
import { ApiError, wireOf } from '../net/api.js';
import { prepareFile } from '../net/prepare.js';
import type { ImageBlock } from '../state/article-text.js';
import { keyOfKind, problem } from '../state/file-kinds.js';
import { uploadFile } from '../state/file-upload.js';
import { sentenceOf, useText } from '../text/text.js';
import type { Room, WireError } from '../wire.js';

interface Picture extends ImageBlock {
  name: string;
}

/** Pictures of an article travel as they are chosen; the text says where they stand. */
export function useArticlePictures(room: Room, onPicture: (picture: number) => void) {
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const add = async (file: File) => {
    setError(null);
    setPart(0);
    try {
      const picture = await uploadPicture(room.slug, file, setPart);
      setPictures((held) => [...held, { ...picture, name: file.name }]);
      onPicture(pictures.length + 1);
    } catch (failed) {
      setError(wireOf(failed));
    } finally {
      setPart(null);
    }
  };
  const blocks = pictures.map(({ name: _, ...block }): ImageBlock => block);
  const mayAdd = room.my_permissions?.includes(keyOfKind.photo) ?? false;
  const view = mayAdd && <Pictures pictures={pictures} part={part} error={error} onFile={(file) => void add(file)} />;
  return { blocks, isBusy: part !== null, view };
}

async function uploadPicture(room: string, file: File, onProgress: (part: number) => void): Promise<ImageBlock> {
  const made = await prepareFile(file);
  const attachment = made.kind === 'photo' ? await uploadFile(made, { room, withThumb: false, onProgress }) : null;
  if (attachment?.type !== 'photo') throw new ApiError(problem('file_unreadable'));
  const { key, width, height } = attachment;
  return { type: 'image', key, width, height };
}

interface PicturesProps {
  pictures: Picture[];
  part: number | null;
  error: WireError | null;
  onFile: (file: File) => void;
}

function Pictures({ pictures, part, error, onFile }: PicturesProps) {
  const text = useText();
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <div class="article-pictures">
      <label class="button button-quiet button-small file-button">
        {part === null ? text.addPicture : text.uploading(part)}
        <input
          type="file"
          accept="image/*"
          data-testid="article-picture"
          disabled={part !== null}
          onChange={(event) => choose(event.currentTarget.files)}
        />
      </label>
      {pictures.map(({ key, name }, at) => (
        <small key={key} data-testid="article-pictured">
          ![{at + 1}] {name}
        </small>
      ))}
      {error && (
        <p class="form-error" role="alert">
          {sentenceOf(text, error)}
        </p>
      )}
    </div>
  );
}
