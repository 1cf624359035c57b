/** Reads duration, size and a thumbnail of a short video. */
import { type EncodedImage, pictureOf } from './image.js';

export interface VideoProbe {
  width: number;
  height: number;
  durationMs: number;
  thumb: EncodedImage;
}

const LOOK_WITHIN_MS = 20_000;
/** Slightly after the start, because the first frame is often black. */
const FRAME_AT_S = 0.4;

/** Throws when the browser cannot play the video. */
export async function probeVideo(file: Blob, thumbSide: number): Promise<VideoProbe> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const isKnown = happens(video, 'loadeddata');
    video.src = url;
    await isKnown;
    const duration = await durationOf(video);
    await moved(video, Math.min(FRAME_AT_S, duration / 2));
    const { videoWidth: width, videoHeight: height } = video;
    if (!width || !height) throw new Error('There is no picture in it.');
    return {
      width,
      height,
      durationMs: Math.round(duration * 1000),
      thumb: await pictureOf(video, { width, height }, thumbSide),
    };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** A recorded video has no duration in its header; seeking to the end makes the browser compute it. */
export async function durationOf(video: HTMLMediaElement): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration;
  await moved(video, Number.MAX_SAFE_INTEGER);
  return Number.isFinite(video.duration) ? video.duration : video.currentTime;
}

async function moved(video: HTMLMediaElement, to: number): Promise<void> {
  const isThere = happens(video, 'seeked');
  video.currentTime = to;
  await isThere;
}

function happens(video: HTMLMediaElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited for ${name}`)), LOOK_WITHIN_MS);
    video.addEventListener('error', () => reject(video.error ?? new Error('unreadable')), { once: true });
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    video.addEventListener(name, done, { once: true });
  });
}
