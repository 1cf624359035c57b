/** A recording as the file of a message, and back. */
import type { PreparedFile } from '../file-kinds.js';
import { archiveOf, storedFileOf } from './voice-archive.js';
import { type VoiceFacts, voiceNameOf } from './voice-name.js';

export interface Recording extends VoiceFacts {
  sound: Blob;
}

/** The sound comes from somebody else: only these endings are played, as these types. */
const types: Record<string, string> = { m4a: 'audio/mp4', webm: 'audio/webm', ogg: 'audio/ogg' };

const endingOf = (type: string): string => Object.keys(types).find((name) => type.startsWith(types[name] ?? '')) ?? '';

export async function voiceFileOf({ sound, ...facts }: Recording): Promise<PreparedFile> {
  const bytes = new Uint8Array(await sound.arrayBuffer());
  return {
    kind: 'document',
    contentType: 'application/zip',
    body: archiveOf({ name: `voice.${endingOf(sound.type)}`, bytes }),
    thumb: null,
    width: 0,
    height: 0,
    durationMs: null,
    name: voiceNameOf(facts),
  };
}

/** Null for an archive without sound in it. */
export function soundOf(archive: ArrayBuffer): Blob | null {
  const file = storedFileOf(new Uint8Array(archive));
  const type = types[/^voice\.(\w+)$/.exec(file?.name ?? '')?.[1] ?? ''];
  return file && type ? new Blob([file.bytes], { type }) : null;
}
