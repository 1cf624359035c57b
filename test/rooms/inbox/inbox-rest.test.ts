/** The replies to one person and the discussions of one person in all rooms, over REST: each sees their own alone. */
import type { SceneRoom } from '../../support/rooms/room-scene.js';
import { withScene } from '../../support/rooms/room-scene.js';

interface Page {
  bodies: string[];
  next: string | null;
}

withScene('the inbox', (scene) => {
  let first: SceneRoom;
  let second: SceneRoom;
  let people = 0;
  let bob: string;
  let cem: string;

  // Fresh names: an inbox is over all rooms of a person.
  beforeEach(async () => {
    people += 1;
    [bob, cem] = [`bob${people}`, `cem${people}`];
    [first, second] = [await scene().room('ada'), await scene().room('ada')];
    for (const room of [first, second]) await room.add(bob, cem);
  });
  afterEach(async () => expect([...(await first.problems()), ...(await second.problems())]).toEqual([]));

  const send = async (room: SceneRoom, name: string, message: object): Promise<string> =>
    (await room.ask(name, 'POST', '/messages', message)).body.message.id;
  const ask = async (name: string, path: string) => scene().booted.ask(await scene().person(name), 'GET', path);
  const list = async (name: string, what: 'replies' | 'discussions', limit = 30, before?: string): Promise<Page> => {
    const after = before === undefined ? '' : `&before=${before}`;
    const { status, body } = await ask(name, `/api/me/${what}?limit=${limit}${after}`);
    expect(status).toBe(200);
    return { bodies: body.messages.map((message: { body: string }) => message.body), next: body.next_before };
  };
  const all = async (name: string, what: 'replies' | 'discussions', limit: number): Promise<string[]> => {
    const bodies: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await list(name, what, limit, before ?? undefined);
      bodies.push(...page.bodies);
      before = page.next;
    }
    return bodies;
  };

  it('lists the replies of others in all rooms, newest first, to the last one', async () => {
    const roots = [await first.say(bob, 'kahve?'), await second.say(bob, 'çay?')];
    for (let at = 0; at < 7; at += 1) {
      const room = at % 2 === 0 ? first : second;
      const how = at % 3 === 0 ? 'discussion_of' : 'reply_to';
      await send(room, cem, { body: `yanıt ${at}`, [how]: roots[at % 2] });
    }
    await send(first, bob, { body: 'kendime', reply_to: roots[0] });
    await first.say(cem, 'yanıt değil');
    const expected = [6, 5, 4, 3, 2, 1, 0].map((at) => `yanıt ${at}`);
    expect(await list(bob, 'replies')).toEqual({ bodies: expected, next: null });
    expect(await all(bob, 'replies', 2)).toEqual(expected);
    expect(await all(cem, 'replies', 2)).toEqual(['kendime'].slice(1));
  });

  it('tells of a quote in a discussion both who is quoted and who began it, each once', async () => {
    const root = await first.say('ada', 'konu');
    const reply = await send(first, bob, { body: 'bence', discussion_of: root });
    await send(first, cem, { body: 'katılıyorum', discussion_of: root, reply_to: reply });
    await send(first, cem, { body: 'sen de haklısın', discussion_of: root, reply_to: root });
    expect((await list(bob, 'replies')).bodies).toEqual(['katılıyorum']);
    expect((await list('ada', 'replies', 3)).bodies).toEqual(['sen de haklısın', 'katılıyorum', 'bence']);
  });

  it('lists each discussion once that somebody began or wrote in, by its first message', async () => {
    const begun = await first.say(bob, 'benim konum');
    await second.say(bob, 'yanıtsız');
    const joined = await second.say('ada', 'ada konusu');
    const foreign = await second.say('ada', 'başkasının');
    for (let at = 0; at < 40; at += 1) await send(first, cem, { body: `${at}`, discussion_of: begun });
    for (let at = 0; at < 40; at += 1) await send(second, bob, { body: `${at}`, discussion_of: joined });
    await send(second, cem, { body: 'ben', discussion_of: foreign });
    expect(await list(bob, 'discussions')).toEqual({ bodies: ['ada konusu', 'benim konum'], next: null });
    expect(await all(bob, 'discussions', 1)).toEqual(['ada konusu', 'benim konum']);
    expect(await all(cem, 'discussions', 1)).toEqual(['başkasının', 'benim konum']);
  });

  it('shows nothing of a room that somebody has left or is banned from', async () => {
    for (const room of [first, second]) {
      const root = await room.say(bob, 'kök');
      await send(room, cem, { body: `yanıt ${room.slug}`, discussion_of: root });
    }
    expect(await all(bob, 'replies', 1)).toHaveLength(2);
    expect(await second.outcome('ada', 'PUT', `/bans/${await second.idOf(bob)}`, {})).toMatch(/^20/);
    expect(await all(bob, 'replies', 1)).toEqual([`yanıt ${first.slug}`]);
    expect(await all(bob, 'discussions', 1)).toHaveLength(1);
    await first.command(bob, { type: 'leave_room' } as never);
    expect([await all(bob, 'replies', 1), await all(bob, 'discussions', 1)]).toEqual([[], []]);
  });

  it('shows no deleted reply and no deleted discussion, and no row before a joining', async () => {
    const root = await first.say(bob, 'kök');
    const gone = await send(first, cem, { body: 'silinecek', reply_to: root });
    const quote = await send(first, cem, { body: 'kalacak', reply_to: root });
    await send(first, cem, { body: 'tartışma', discussion_of: quote });
    await first.ask(cem, 'DELETE', `/messages/${gone}`);
    expect(await all(bob, 'replies', 1)).toEqual(['kalacak']);
    expect(await all(cem, 'discussions', 1)).toEqual(['kalacak']);
    await first.ask(cem, 'DELETE', `/messages/${quote}`);
    expect([await all(bob, 'replies', 1), await all(cem, 'discussions', 1)]).toEqual([[], []]);
    const kept = await second.say(bob, 'eski');
    await send(second, cem, { body: 'eski yanıt', reply_to: kept });
    await second.ask('ada', 'PATCH', '', { history_for_new_members: false });
    await second.command(bob, { type: 'leave_room' } as never);
    await second.add(bob);
    await send(second, cem, { body: 'yeni yanıt', reply_to: await second.say(bob, 'yeni') });
    expect(await all(bob, 'replies', 1)).toEqual(['yeni yanıt']);
  });

  it('refuses a place that is none, and a stranger', async () => {
    await scene().person(bob);
    for (const path of ['/api/me/replies?before=x', '/api/me/discussions?before=1.a:00000001']) {
      expect((await ask(bob, path)).status).toBe(400);
    }
    expect((await scene().booted.ask(null, 'GET', '/api/me/replies')).status).toBe(401);
  });
});
