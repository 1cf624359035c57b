/** The announcements about pins, discussions and votes. */
import type { TalkFact } from '#src/domain/log/talk-facts.js';
import type { TalkAnnouncement } from '../commands/talk-commands.js';

export function talkEvent(fact: TalkFact): TalkAnnouncement {
  switch (fact.type) {
    case 'message_pinned':
    case 'message_unpinned':
      return { type: 'message:pins', pins: fact.pins };
    case 'survey_voted':
      return { type: 'survey:votes', messageId: fact.id, votes: fact.votes };
    default:
      return { type: 'message:discussion', messageId: fact.id, ...fact.discussion };
  }
}
