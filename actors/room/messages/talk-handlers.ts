/** The part of the dispatch table about messages beside sending them. */

import { rowTargetNeeds } from '../access/row-targets.js';
import type { TalkCommand } from '../commands/talk-commands.js';
import type { Handlers } from '../handler.js';
import { deleteMessage, deleteMessageNeeds } from './delete-message.js';
import { listDiscussion, listDiscussionNeeds, setDiscussion } from './discussions.js';
import { giveMessage } from './forwards.js';
import { pinMessage } from './pins.js';
import { listReactors, listReactorsNeeds } from './reactors.js';
import { runSlash, runSlashNeeds } from './slash-commands.js';
import { viewVotes, vote, voteNeeds } from './surveys.js';

export const talkHandlers: Handlers<TalkCommand['type'] | 'delete_message'> = {
  delete_message: { needs: deleteMessageNeeds, handle: deleteMessage },
  give_message: { needs: rowTargetNeeds, handle: giveMessage },
  pin_message: { needs: rowTargetNeeds, handle: pinMessage },
  set_discussion: { needs: rowTargetNeeds, handle: setDiscussion },
  list_discussion: { needs: listDiscussionNeeds, handle: listDiscussion },
  vote: { needs: voteNeeds, handle: vote },
  view_votes: { needs: voteNeeds, handle: viewVotes },
  list_reactors: { needs: listReactorsNeeds, handle: listReactors },
  run_slash: { needs: runSlashNeeds, handle: runSlash },
};
