/** What four people see of their chats, against the model of them. */
import type { DirectChats } from '#http/rooms/direct-chats.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { dmRoomId, pairOf as idsOf } from '#src/domain/rooms/dm.js';
import type { Node } from '#src/node.js';
import type { Doc, Store } from '#src/store/store.js';
import { type DmModel, type Name, pairOf, people } from './dm-model.js';

export interface DmFixture {
  store: Store;
  node: Node;
  dms: DirectChats;
  callerOf(name: Name): Caller;
}

export interface Stars {
  balance: number;
  ledger: number;
}

export async function starsOf({
  store,
  callerOf,
}: Pick<DmFixture, 'store' | 'callerOf'>): Promise<Record<Name, Stars>> {
  const found = people.map(async (name) => {
    const account = callerOf(name).accountId;
    const tally = await store.get<Doc & { stars: number }>('tallies', account);
    const range = { index: 'byAccount', prefix: [account], limit: 1_000 };
    const entries = await store.range<Doc & { delta: number }>('ledger', range);
    return [name, { balance: tally?.stars ?? 0, ledger: entries.reduce((sum, { delta }) => sum + delta, 0) }] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as Record<Name, Stars>;
}

/** Everybody looks at everything. */
export async function compare(fixture: DmFixture & { model: DmModel }): Promise<void> {
  const { model } = fixture;
  const stars = await starsOf(fixture);
  for (const name of people) {
    same(`the stars of ${name}`, stars[name].balance, model.stars[name]);
    same(`the ledger of ${name}`, stars[name].ledger, model.stars[name]);
  }
  for (const by of people) {
    for (const other of people) if (by !== other) await compareChat(fixture, by, other);
  }
}

async function compareChat(
  { store, node, dms, callerOf, model }: DmFixture & { model: DmModel },
  by: Name,
  other: Name,
) {
  const chat = model.chat(by, other);
  const isThere = chat?.cursors[by] !== undefined;
  const caller = callerOf(by);
  const peer = callerOf(other).accountId;
  const found = await dms.find(caller, peer);
  same(`${by} has a chat with ${other}`, found !== null, isThere);
  if (!chat || !found) return;
  const pair = idsOf(caller.accountId, peer);
  const room = dmRoomId(pair, model.generation(by, other));
  same('the room', found.id, room);
  same('how many', found.memberCount, 2);
  same('the other one', found.peer, { accountId: peer, readSeq: chat.cursors[other] ?? chat.left[other] ?? 0 });
  const row = await node.rooms.ask(room, { type: 'view_list_row', by: caller });
  same(`unread of ${by}`, row?.unread, model.unread(by, other));
  const page = await node.rooms.ask(room, { type: 'list_messages', by: caller, limit: 200 });
  const rows = page.messages.map((message) => [message.row.seq, message.row.body]);
  same(
    'rows',
    rows,
    chat.rows.map(({ seq, body }) => [seq, body]),
  );
  same('the newest entry', page.seq, chat.seq);
  const place = await store.get<Doc & { room: string }>('dms', pair.join(':'));
  same(`the place of ${pairOf(by, other)}`, place?.room, room);
}

export function same(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: the service says ${a}, the model ${b}`);
}
