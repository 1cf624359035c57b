/** Plays voice messages, one at a time; it goes on while the list scrolls. */
import type { Message } from '#page/api-types.js';
import { call, wireOf } from '#page/app/api.js';
import { notify } from '#page/app/app-state.js';
import { createStore } from '#page/app/store.js';
import { problem } from '../file-kinds.js';
import { durationOf } from '../video.js';
import { soundOf } from './voice-file.js';

export interface Playing {
  /** The message that is loaded; null before the first. */
  id: string | null;
  isPlaying: boolean;
  /** The heard part, from 0 to 1. */
  part: number;
  rate: number;
}

const rates = [1, 1.5, 2];
const sound = new Audio();

export const playing = createStore<Playing>({ id: null, isPlaying: false, part: 0, rate: 1 });

for (const name of ['play', 'pause', 'timeupdate', 'ended'])
  sound.addEventListener(name, () => {
    const { currentTime, duration, paused, ended } = sound;
    const part = ended || !(duration > 0) ? 0 : currentTime / duration;
    playing.set({ isPlaying: !paused && !ended, part });
  });

export async function playOrPause(message: Message): Promise<void> {
  const { id, isPlaying } = playing.get();
  if (id === message.id && isPlaying) return sound.pause();
  try {
    if (id !== message.id) await load(message);
    if (playing.get().id === message.id) await start();
  } catch (error) {
    if (playing.get().id === message.id) playing.set({ id: null, isPlaying: false, part: 0 });
    notify(wireOf(error).code === 'document_expired' ? wireOf(error) : problem('voice_unreadable'));
  }
}

export function goToPart(message: Message, part: number): void {
  if (playing.get().id !== message.id || !(sound.duration > 0)) return;
  sound.currentTime = part * sound.duration;
}

export function changeRate(): void {
  const rate = rates[(rates.indexOf(playing.get().rate) + 1) % rates.length] ?? 1;
  playing.set({ rate });
  sound.playbackRate = rate;
}

async function start(): Promise<void> {
  sound.playbackRate = playing.get().rate;
  await sound.play();
}

async function load({ id, room }: Message): Promise<void> {
  sound.pause();
  playing.set({ id, isPlaying: false, part: 0 });
  const { message } = await call('GET /api/rooms/{slug}/docs/{id}', { path: { slug: room, id } });
  const link = message.attachment?.type === 'document' ? message.attachment.url : null;
  const answer = await fetch(link ?? '');
  const blob = answer.ok ? soundOf(await answer.arrayBuffer()) : null;
  if (!blob) throw new Error('There is no sound in it.');
  if (playing.get().id !== id) return;
  if (sound.src) URL.revokeObjectURL(sound.src);
  const ready = new Promise((resolve, reject) => {
    sound.addEventListener('loadedmetadata', resolve, { once: true });
    sound.addEventListener('error', () => reject(sound.error ?? new Error('unreadable')), { once: true });
  });
  sound.src = URL.createObjectURL(blob);
  await ready;
  await durationOf(sound);
  sound.currentTime = 0;
}
