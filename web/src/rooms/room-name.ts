import type { Room } from '../api-types.js';
import type { Texts } from '../app/text/en.js';

/** A direct chat has the name of the other person, unless that account was deleted. */
export const roomName = ({ kind, peer, name }: Room, text: Texts): string =>
  kind === 'dm' && !peer ? text.goneAccount : name;
