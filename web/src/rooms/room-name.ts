import type { Room } from '../api-types.js';
import type { Texts } from '../app/text/en.js';

/** A direct chat is called by the other one's name, as long as there is another one. */
export const roomName = ({ kind, peer, name }: Room, text: Texts): string =>
  kind === 'dm' && !peer ? text.goneAccount : name;
