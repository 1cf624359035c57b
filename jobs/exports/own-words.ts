import type { AccountId } from '#src/domain/accounts/account.js';
import type { Fact } from '#src/domain/log/log.js';
import { withoutKeys } from '#src/domain/messages/media.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import type { Doc } from '#src/store/store.js';
import { eachOf, type OwnDataDeps, type OwnReader, timeOf } from './own-reader.js';
import { membershipsOf, type RoomHead, roomNameOf } from './own-rooms.js';
import type { Row } from './pages.js';

/** The fields of a log entry that the export needs. */
interface Entry extends Doc {
  at: number;
  seq: number;
  row?: { id: string; kind: string; viewOnce?: true; sender?: { accountId: AccountId | null } | null };
  facts?: Fact[];
  content?: { body?: string; attachment?: Record<string, unknown> };
  editedAt?: number;
  deletedAt?: number;
  expired?: true;
}

/** The account's messages that still exist, room by room, oldest first. */
export async function* saidIn(
  { reader, now }: Pick<OwnDataDeps, 'reader' | 'now'>,
  id: AccountId,
): AsyncGenerator<Row> {
  for await (const { room } of membershipsOf(reader, id)) {
    const head = await reader.get<RoomHead>('rooms', room);
    if (!head || head.deleted) continue;
    const name = await roomNameOf(reader, head, id);
    for await (const entry of entriesOf(reader, room)) {
      if (isGone(head, entry, now)) continue;
      if (isOwn(entry, id)) yield rowFor(entry, head.slug, name);
      for (const fact of entry.facts ?? []) if (isChoice(fact, id)) yield choiceRow(entry, fact, head.slug, name);
    }
  }
}

const entriesOf = (reader: OwnReader, room: string): AsyncGenerator<Entry> =>
  eachOf<Entry>(reader, 'log', { index: '_id', gte: `${room}:`, lt: `${room};` }, ({ _id }) => _id);

const isOwn = ({ row, deletedAt, expired }: Entry, id: AccountId): boolean =>
  row?.sender?.accountId === id && deletedAt === undefined && expired === undefined;

function rowFor({ at, row, content, editedAt }: Entry, slug: string, name: string): Row {
  const { body = '', attachment: carried = null } = content ?? {};
  const { id, kind, viewOnce } = row as NonNullable<Entry['row']>;
  const attachment = viewOnce && carried ? withoutKeys(carried) : carried;
  const attached = attachment === null ? null : JSON.stringify(attachment);
  return {
    cells: [timeOf(at), name, kind, body, attached],
    data: { id, room: slug, at, kind, body, attachment, editedAt: editedAt ?? null },
  };
}

type Choice = Extract<Fact, { type: 'reaction_changed' | 'survey_voted' }>;

const isChoice = (fact: Fact, id: AccountId): fact is Choice =>
  (fact.type === 'reaction_changed' || fact.type === 'survey_voted') && fact.account === id;

/** A reaction or its removal; a vote has the numbers of its options. */
function choiceRow({ at }: Entry, fact: Choice, slug: string, name: string): Row {
  const { type, id: about } = fact;
  const chosen =
    fact.type === 'survey_voted' ? fact.options.map((option) => option + 1).join(', ') : fact.on ? fact.emoji : '';
  return { cells: [timeOf(at), name, type, chosen, null], data: { room: slug, at, kind: type, about, chosen } };
}
