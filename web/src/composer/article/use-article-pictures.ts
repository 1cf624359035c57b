import { useState } from 'preact/hooks';
import type { WireError } from '#page/api-types.js';
import { wireOf } from '#page/app/api.js';
import { randomId } from '#page/app/browser-session.js';
import { FileProblem } from '#page/app/file-problem.js';
import { problem } from '#page/media/file-kinds.js';
import { uploadFile } from '#page/media/file-upload.js';
import { fitted, loadImage } from '#page/media/image.js';
import { prepareFile } from '#page/media/prepare-file.js';
import type { ImageDraft } from './article-draft.js';

const THUMB_SIDE = 360;

export interface ArticlePictures {
  /** Upload progress; null when no picture is being uploaded. */
  part: number | null;
  error: WireError | null;
  add: (file: File) => void;
}

/** Uploads pictures as they are chosen; the article refers to them. */
export function useArticlePictures(room: string, onPicture: (picture: ImageDraft) => void): ArticlePictures {
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const add = (file: File) => {
    setError(null);
    setPart(0);
    uploaded(room, file, setPart)
      .then(onPicture)
      .catch((failed: unknown) => setError(wireOf(failed)))
      .finally(() => setPart(null));
  };
  return { part, error, add };
}

async function uploaded(room: string, file: File, onProgress: (part: number) => void): Promise<ImageDraft> {
  const made = await prepareFile(file);
  const attachment = made.kind === 'photo' ? await uploadFile(made, { room, withThumb: false, onProgress }) : null;
  if (attachment?.type !== 'photo') throw new FileProblem(problem('file_unreadable'));
  const { key, width, height } = attachment;
  const thumb = await thumbOf(made.thumb ?? made.body);
  return { id: randomId(), type: 'image', name: made.name, image: { key, width, height }, thumb };
}

/** A thumbnail that is small enough for the browser's storage. */
async function thumbOf(picture: Blob): Promise<string> {
  const image = await loadImage(picture);
  try {
    return await dataUrlOf((await fitted(image, THUMB_SIDE)).blob);
  } finally {
    image.close();
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new FileProblem(problem('file_unreadable')));
    reader.readAsDataURL(blob);
  });
}
