/** What the start script knows of voice messages; recording and playing are loaded on first use. */
import type { Message, Room } from '#page/api-types.js';
import type { Extra } from '#page/composer/outbox/outbox.js';
import { lazy } from '#page/ui/lazy.js';
import type { VoiceFacts } from './voice-name.js';

export const VoiceCard = lazy<{ message: Message; facts: VoiceFacts }>(
  () => import('./voice-card.js').then((part) => part.VoiceCard),
  (inner) => <div class="card">{inner}</div>,
);

export const VoiceComposer = lazy<{ room: Room; extra: Extra; onEnd: (isSent: boolean) => void }>(
  () => import('./voice-composer.js').then((part) => part.VoiceComposer),
  (inner) => <>{inner}</>,
);

/** Both permissions: the room may bar voice messages, and the service takes them for files. */
export const mayRecord = ({ my_permissions: may = [] }: Room): boolean =>
  'MediaRecorder' in globalThis &&
  isSecureContext &&
  ['files', 'voice_messages'].every((kind) => may.includes(`send_message.${kind}`));
