import type { RowView } from '#actors/room/commands.js';
import type { Draft } from '#src/domain/messages/message.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { plainLinks } from '../support/clients/plain-links.js';
import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const PAGE_BYTES = 524_288;
const ROWS = 90;
const BODY = 'kahve '.repeat(2_700).trim();
const LONG = 'çay '.repeat(12_000).trim();

/** Every third is an article of 60 KB. */
const draftOf = (at: number): Draft => {
  const draft = { clientId: null, body: '', replyTo: null, discussionOf: null };
  if (at % 3 > 0) return { ...draft, body: `${at}` };
  const blocks = [{ type: 'paragraph', text: LONG }];
  return { ...draft, kind: 'article', attachment: { type: 'article', title: `${at}`, tag: null, blocks } };
};

interface Page {
  messages: RowView[];
  hasMore: boolean;
}

describeOnBothEngines('a page of large messages', (openStore) => {
  let room: RoomNode;
  const by = callerNamed('bob');

  beforeEach(async () => {
    room = new RoomNode(await openStore());
    await room.create('ada', { showWelcome: false, eventsVisibility: 'none' });
    await room.join('bob');
    const send = (at: number) => room.ask({ type: 'send_message', by: callerNamed('ada'), draft: draftOf(at) });
    for (let from = 0; from < ROWS; from += 15) {
      await Promise.all(Array.from({ length: 15 }, (_, at) => send(from + at)));
    }
  });
  afterEach(() => room.node.system.stop());

  const bytesOf = (messages: RowView[]): number =>
    Buffer.byteLength(JSON.stringify(messages.map((view) => presentMessage(view, plainLinks))));
  /** Pages until there are no more: each of them short enough, and none of them empty. */
  async function walk(next: (last: RowView | undefined) => Promise<Page>): Promise<{ rows: RowView[]; pages: number }> {
    const rows: RowView[] = [];
    for (let pages = 1; ; pages += 1) {
      const { messages, hasMore } = await next(rows.at(-1));
      expect(bytesOf(messages)).toBeLessThanOrEqual(PAGE_BYTES);
      rows.push(...messages);
      if (!hasMore) return { rows, pages };
      expect(messages.length).toBeGreaterThan(0);
    }
  }
  const numbers = (rows: RowView[]): number[] => rows.map(({ row }) => Number(row.attachment?.title ?? row.body));
  const all = Array.from({ length: ROWS }, (_, at) => at);

  it('ends before it is too long, says that there is more, and the next one begins there', async () => {
    for (const from of ['memory', 'the log']) {
      if (from === 'the log') room = await room.again();
      const back = await walk(async (last) => {
        const place = last ? { beforeSeq: last.row.seq } : {};
        const page = await room.ask({ type: 'list_messages', by, limit: 200, ...place });
        return { ...page, messages: page.messages.toReversed() };
      });
      expect(numbers(back.rows)).toEqual(all.toReversed());
      expect(back.pages).toBeGreaterThanOrEqual(3);
      const forth = await walk((last) =>
        room.ask({ type: 'list_messages', by, limit: 200, afterSeq: last?.row.seq ?? 0 }),
      );
      expect(numbers(forth.rows)).toEqual(all);
    }
  });

  it('around a row holds that row and those beside it', async () => {
    const { messages } = await room.ask({ type: 'list_messages', by, limit: 200 });
    const aroundSeq = (messages[0] as RowView).row.seq - 8;
    const page = await room.ask({ type: 'list_messages', by, limit: 200, aroundSeq });
    expect(bytesOf(page.messages)).toBeLessThanOrEqual(2 * PAGE_BYTES);
    expect(page.hasMore).toBe(true);
    const seqs = page.messages.map(({ row }) => row.seq);
    expect(seqs).toContain(aroundSeq);
    expect(seqs.every((seq, at) => at === 0 || seq === (seqs[at - 1] as number) + 1)).toBe(true);
  });

  it('opens the room with the newest rows alone, and catches up with as many entries as fit', async () => {
    const opened = await room.ask({ type: 'open_room', by, limit: 200 });
    expect(bytesOf(opened.messages)).toBeLessThanOrEqual(PAGE_BYTES);
    expect(opened.hasMore).toBe(true);
    expect(numbers(opened.messages).at(-1)).toBe(ROWS - 1);
    const first = (await room.ask({ type: 'list_messages', by, limit: 2, afterSeq: 0 })).messages[1] as RowView;
    room = await room.again();
    // An edit tells the whole row once more.
    for (const edit of [1, 2, 3]) {
      await room.ask({
        type: 'edit_message',
        by: callerNamed('ada'),
        messageId: first.row.id,
        body: `${edit} ${BODY}`,
      });
    }
    let afterSeq = first.row.seq;
    const rows: RowView[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await room.ask({ type: 'open_room', by, limit: 200, afterSeq });
      const edited = page.changes.flatMap(({ event }) => (event.type === 'message:edited' ? [event.message] : []));
      expect(bytesOf([...page.messages, ...edited])).toBeLessThanOrEqual(PAGE_BYTES);
      expect(page.seq).toBeGreaterThan(afterSeq);
      rows.push(...page.messages);
      ({ seq: afterSeq, hasMore } = page);
    }
    expect(numbers(rows)).toEqual(all.slice(2));
  });

  it('of a discussion and of a search ends there too', async () => {
    const { messages } = await room.ask({ type: 'list_messages', by, limit: 1 });
    const messageId = (messages[0] as RowView).row.id;
    const draft = { body: BODY, clientId: null, replyTo: null, discussionOf: messageId };
    const send = () => room.ask({ type: 'send_message', by: callerNamed('ada'), draft });
    const sent = [];
    while (sent.length < 50) sent.push(...(await Promise.all(Array.from({ length: 10 }, send))));
    for (const from of ['memory', 'the log']) {
      if (from === 'the log') room = await room.again();
      const replies = await walk((last) =>
        room.ask({ type: 'list_discussion', by, messageId, afterSeq: last?.row.seq ?? 0, limit: 200 }),
      );
      expect(replies.rows.map(({ row }) => row.id)).toEqual(sent.map(({ message }) => message.row.id));
      expect(replies.pages).toBe(2);
    }
    const found = await walk(async (last) => {
      const place = last ? { beforeSeq: last.row.seq } : {};
      const page = await room.node.lookup.search(room.id, by, { q: 'kahve', limit: 100, ...place });
      return { messages: page.messages, hasMore: page.nextBeforeSeq !== null };
    });
    expect(found.rows).toHaveLength(sent.length);
  });

  it('holds one row at least, and as many small ones as were asked for', async () => {
    const small = await room.ask({ type: 'list_messages', by, limit: 1, afterSeq: 0 });
    expect(small.messages).toHaveLength(1);
    await room.sayMany('ada', 201, (at) => `small ${at}`);
    const page = await room.ask({ type: 'list_messages', by, limit: 200 });
    expect([page.messages.length, page.hasMore]).toEqual([200, true]);
  });
});
