import type { DictionaryClient } from '#http/discover/dictionary-client.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { created, type Reply, type Route, route } from '#http/routing/route.js';
import type { Dictionary } from '#src/adapters/dictionary/dictionary.js';
import type { EntryDraft, Submission } from '#src/domain/dictionary/dictionary.js';
import { RefusalError } from '#src/errors.js';
import { shareEndpoints } from '#src/protocol/discover/discover.js';
import { presentSubmitted } from '#src/protocol/present/discover.js';

export interface ShareRoutesDeps {
  finder: RoomFinder;
  ask: DictionaryClient;
}

type Refused = Extract<Submission, { ok: false }>;

const PAGE = 100;
/** Shares after this one that are searched; more are not expected. */
const LOOKED_THROUGH_MAX = 1_000;

export function shareRoutes({ finder, ask }: ShareRoutesDeps): Route[] {
  return [
    route(shareEndpoints.shareArticle, async ({ caller, params }) => {
      const { slug = '', id = '' } = params;
      // Without a dictionary this operation does not exist, independent of the room's answer.
      await ask(async () => undefined);
      const messageId = id.toLowerCase();
      const { draft, entryId } = await finder.ask(slug, { type: 'offer_article', by: caller, messageId });
      const submission = await ask((dictionary) => dictionary.submit(draft));
      const record = async (number: number | null, share: object | null): Promise<Reply | null> => {
        const answer = share && JSON.stringify(share);
        const command = { type: 'record_entry' as const, messageId, entryId: number, answer };
        const kept = await finder.ask(slug, command);
        return kept.answer === null ? null : created(JSON.parse(kept.answer));
      };
      if (submission.ok) {
        const share = { share: presentSubmitted(submission) };
        return (await record(submission.id, share)) ?? created(share);
      }
      if (submission.refusal !== 'already_shared' || entryId !== null) throw refusalOf(submission);
      // The dictionary has the share and the room does not know it yet, or this very request was answered before.
      const found = await ask((dictionary) => entryNumber(dictionary, draft));
      const answer = await record(found, null);
      if (answer) return answer;
      throw refusalOf(submission);
    }),
  ];
}

async function entryNumber(dictionary: Dictionary, { authorId, messageId }: EntryDraft): Promise<number | null> {
  for (let offset = 0; offset < LOOKED_THROUGH_MAX; offset += PAGE) {
    const { entries } = await dictionary.entriesBy(authorId, { limit: PAGE, offset });
    const found = entries.find((entry) => entry.messageId === messageId);
    if (found) return found.id;
    if (entries.length < PAGE) return null;
  }
  return null;
}

function refusalOf({ refusal, reason }: Refused): RefusalError {
  if (refusal === 'author_banned') return new RefusalError('sozluk_author_banned', reason ? { message: reason } : {});
  return new RefusalError(refusal === 'already_shared' ? 'sozluk_already_shared' : 'sozluk_topic_not_found');
}
