/** Prepares a chosen file for the upload: shrinks photos, makes a thumbnail, checks the limits. */

import { FileProblem } from '../app/file-problem.js';
import {
  DURATION_MAX_MS,
  fileKindOf,
  isAnimatedWebp,
  nameOf,
  type PreparedFile,
  problem,
  SIDE_MAX,
  sizeProblem,
} from './file-kinds.js';
import { fitted, loadImage } from './image.js';
import { probeVideo } from './video.js';

const PHOTO_SIDE = 2_560;
const THUMB_SIDE = 480;
const KEPT_BYTES_MAX = 1_048_576;
const JPEG = 'image/jpeg';
const keptTypes = ['image/png', 'image/webp'];

/** Throws a FileProblem if the file cannot be sent. */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const sort = fileKindOf(file);
  if (!sort) throw new FileProblem(problem('file_kind'));
  const { contentType } = sort;
  const kind = contentType === 'image/webp' && (await isMoving(file)) ? 'gif' : sort.kind;
  const tooLarge = kind === 'photo' ? null : sizeProblem(kind, file.size);
  if (tooLarge) throw new FileProblem(tooLarge);
  const base = { kind, contentType, body: file, thumb: null, width: 0, height: 0, durationMs: null };
  const named: PreparedFile = { ...base, name: nameOf(file.name) };
  if (kind === 'document') return named;
  return kind === 'video' ? readable(video(named)) : readable(picture(named));
}

const isMoving = async (file: Blob): Promise<boolean> =>
  isAnimatedWebp(new Uint8Array(await file.slice(0, 32).arrayBuffer()));

/** A file that this browser cannot decode would not be shown to others either. */
async function readable(made: Promise<PreparedFile>): Promise<PreparedFile> {
  try {
    return await made;
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem(problem('file_unreadable'));
  }
}

async function video(file: PreparedFile): Promise<PreparedFile> {
  const { width, height, durationMs, thumb } = await probeVideo(file.body, THUMB_SIDE);
  if (durationMs > DURATION_MAX_MS) throw new FileProblem(problem('video_long'));
  return { ...file, width, height, durationMs: Math.max(1, durationMs), thumb: thumb.blob };
}

async function picture(file: PreparedFile): Promise<PreparedFile> {
  const image = await loadImage(file.body);
  try {
    const { width, height } = image;
    const thumb = (await fitted(image, THUMB_SIDE)).blob;
    if (isKept(file, Math.max(width, height))) return { ...file, width, height, thumb };
    // Encoding a photo again removes its metadata, such as the location.
    const made = await fitted(image, PHOTO_SIDE);
    const tooLarge = sizeProblem('photo', made.blob.size);
    if (tooLarge) throw new FileProblem(tooLarge);
    return { ...file, contentType: JPEG, body: made.blob, width: made.width, height: made.height, thumb };
  } finally {
    image.close();
  }
}

function isKept({ kind, contentType, body }: PreparedFile, longest: number): boolean {
  if (kind === 'gif') return longest <= SIDE_MAX;
  return keptTypes.includes(contentType) && body.size <= KEPT_BYTES_MAX && longest <= PHOTO_SIDE;
}
