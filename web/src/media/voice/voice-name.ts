/**
 * A voice message travels as a document, because the contract has no audio: a ZIP whose name carries length and
 * waveform, so that the card is drawn before anything is loaded and other clients show a readable name. Pure.
 */
export interface VoiceFacts {
  seconds: number;
  /** Height of each bar, from 0 to 7. */
  levels: number[];
}

const BARS = '▁▂▃▄▅▆▇█';
const NAME = /^voice (\d{1,2})m([0-5]\d)s ([▁-█]{8,64})\.zip$/u;

export function voiceNameOf({ seconds, levels }: VoiceFacts): string {
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')];
  return `voice ${minutes}m${rest}s ${levels.map((level) => BARS[level]).join('')}.zip`;
}

/** Null for a document that is no voice message. */
export function voiceFactsOf(name: string): VoiceFacts | null {
  const [, minutes, seconds, bars] = NAME.exec(name) ?? [];
  if (!bars) return null;
  return { seconds: Number(minutes) * 60 + Number(seconds), levels: [...bars].map((bar) => BARS.indexOf(bar)) };
}
