import type { RoomSettings } from '../wire.js';

/** What a room is made with; the rest is as the service has it. */
export interface NewRoom extends Partial<Omit<RoomSettings, 'name'>> {
  name: string;
  slug?: string;
}
