import { clockOf } from '#page/app/text/duration.js';
import type { Texts } from '#page/app/text/en.js';
import { voiceFactsOf } from './voice-name.js';

/** The name of a document as people read it: a voice message is one, with a name for machines. */
export function documentName(name: string, text: Texts): string {
  const voice = voiceFactsOf(name);
  return voice ? text.voiceOf(clockOf(voice.seconds)) : name;
}
