import type { Files } from '#actors/files/commands.js';
import type { Rooms } from '#actors/room/commands.js';
import type { SponsoredItems } from '#actors/sponsored/commands.js';
import type { PanelCodes, Users } from '#actors/user/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { Config } from '#src/config.js';
import type { Reader } from '#src/store/store.js';
import { endSponsored } from './end-sponsored.js';
import { expireMessages } from './expire-messages.js';
import type { Job } from './scheduler.js';
import { sweepAnswers } from './sweep-answers.js';
import { sweepDeletedRooms } from './sweep-deleted-rooms.js';
import { sweepSessions } from './sweep-sessions.js';
import { tendFiles } from './tend-files.js';

export interface AllJobsDeps {
  config: Pick<Config, 'sweepIntervalS' | 'uploadLinkTtlS'>;
  rooms: Rooms;
  users: Users;
  sponsored: SponsoredItems;
  files: Files;
  panelCodes: PanelCodes;
  objects: ObjectStore;
  reader: Reader;
  now(): number;
}

/** Everything that happens by itself. */
export function allJobs(deps: AllJobsDeps): Job[] {
  const { sweepIntervalS: everyS, uploadLinkTtlS } = deps.config;
  const job = (name: string, work: () => Promise<unknown>): Job => ({
    name,
    everyS,
    run: async () => {
      await work();
    },
  });
  return [
    job('sweep-answers', () => sweepAnswers(deps)),
    job('sweep-sessions', () => sweepSessions(deps)),
    job('sweep-panel-codes', () => deps.panelCodes.sweep()),
    job('sweep-deleted-rooms', () => sweepDeletedRooms(deps)),
    job('expire-messages', () => expireMessages(deps)),
    job('end-sponsored', () => endSponsored(deps)),
    job('tend-files', () => tendFiles({ ...deps, uploadLinkTtlS })),
  ];
}
