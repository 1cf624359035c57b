/** Every endpoint of a room × everybody who may ask, where the room is a direct chat. */
import { endpoints } from '#src/protocol/endpoints.js';
import { DmScene } from '../dms/dm-scene.js';
import { withScene } from '../support/rooms/room-scene.js';

type Code = string;

interface Line {
  /** `method path` below the room's own, as the document names it. */
  of: string;
  /** For one of the two. */
  done: Code;
  /** While a block stands between them: as without it unless told. */
  blocked?: Code;
  body?: unknown;
}

const shut = '403 blocked';
const notAdmin = '403 not_admin';

const flags = (['archive', 'pin', 'mute'] as const).flatMap((flag): Line[] => [
  { of: `put /${flag}`, done: '204' },
  { of: `delete /${flag}`, done: '204' },
]);
const unread: Line = { of: 'put /unread', done: '204', body: { from_seq: 1 } };
const notifications: Line = { of: 'put /notifications', done: '204', body: { level: 'mentions' } };
const reads = [
  '/members',
  '/messages',
  '/messages/{id}',
  '/messages/{id}/discussion',
  '/messages/{id}/reactions',
  '/stats',
  '/events',
  '/topics',
];
/** What only groups have: refused like anybody who is no admin. */
const ofGroups: Line[] = [
  { of: 'post /members', done: notAdmin, body: { username: 'kimse.yok' } },
  { of: 'delete /members/{account_id}', done: notAdmin },
  { of: 'put /members/{account_id}/tag', done: notAdmin, body: { tag: 'x' } },
  { of: 'put /members/{account_id}/mute', done: notAdmin, body: {} },
  { of: 'delete /members/{account_id}/mute', done: notAdmin },
  { of: 'get /bans', done: notAdmin },
  { of: 'put /bans/{account_id}', done: notAdmin, body: {} },
  { of: 'delete /bans/{account_id}', done: notAdmin },
  { of: 'get /requests', done: notAdmin },
  { of: 'post /requests/{account_id}', done: notAdmin },
  { of: 'delete /requests/{account_id}', done: notAdmin },
  { of: 'put /admins/{account_id}', done: notAdmin },
  { of: 'delete /admins/{account_id}', done: notAdmin },
  { of: 'put /admins/{account_id}/permissions', done: notAdmin, body: { granted: [] } },
  { of: 'patch /permissions', done: notAdmin, body: { denied: [] } },
  { of: 'get /permissions/explain', done: notAdmin },
  { of: 'put /founder', done: notAdmin, body: { account_id: '00000000-0000-4000-8000-000000000000' } },
  { of: 'post /invites', done: notAdmin, body: {} },
  { of: 'get /invites', done: notAdmin },
  { of: 'delete /invites/{code}', done: notAdmin },
  { of: 'put /vanity', done: notAdmin, body: { handle: 'kisa' } },
];

const lines: Line[] = [
  { of: 'get ', done: '200' },
  { of: 'patch ', done: '200', blocked: shut, body: { wallpaper: 'kum' } },
  { of: 'patch ', done: '422 validation_failed', blocked: shut, body: { name: 'Oda' } },
  { of: 'delete ', done: '200' },
  { of: 'delete ?for=everyone', done: '204' },
  { of: 'post /join', done: '200' },
  { of: 'post /leave', done: '200' },
  ...flags,
  unread,
  { of: 'delete /unread', done: '204' },
  notifications,
  ...reads.map((path): Line => ({ of: `get ${path}`, done: '200' })),
  { of: 'get /search?q=selam', done: '200' },
  ...ofGroups,
  { of: 'post /messages', done: '201', blocked: shut, body: { body: 'selam' } },
  { of: 'post /messages', done: notAdmin, blocked: shut, body: { body: '/mute @kimse.yok' } },
  { of: 'patch /messages/{id}', done: '200', blocked: shut, body: { body: 'başka' } },
  { of: 'delete /messages/{id}', done: '200' },
  { of: 'put /messages/{id}/pin', done: '200', blocked: shut },
  { of: 'delete /messages/{id}/pin', done: '200', blocked: shut },
  { of: 'post /messages/{id}/discussion/close', done: '200', blocked: shut },
  { of: 'post /messages/{id}/discussion/reopen', done: '200', blocked: shut },
  { of: 'post /messages/{id}/share', done: '422 not_an_article' },
  { of: 'put /messages/{id}/vote', done: '409 invalid_state', blocked: shut, body: { options: [0] } },
  { of: 'get /messages/{id}/vote', done: '409 invalid_state' },
];

const base = '/api/rooms/{slug}';
/** Photos and files have a table of their own; for strangers they stand here. */
const files = endpoints.filter(({ path }) => /\/(avatars|media|docs)/.test(path) && path.startsWith(base));
const bodies: Record<string, object> = {
  post: { key: 'x', thumb_key: 'x', byte_size: 1, size_px: 1, content_type: 'image/jpeg' },
};

interface Populated {
  fixture: DmScene;
  slug: string;
  id: string;
  message: string;
}

describe('the table of who may ask what of a direct chat', () => {
  it('holds every endpoint of a room', () => {
    const known = new Set(lines.map(({ of }) => of.replace(/\?.*/, '')));
    const names = endpoints
      .filter((one) => one.path.startsWith(base) && !files.includes(one))
      .map(({ method, path }) => `${method} ${path.slice(base.length)}`);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

withScene('who may ask what of a direct chat', (scene) => {
  /** ada and bob talk; nil is a stranger. */
  async function populate(): Promise<Populated> {
    const fixture = new DmScene(scene());
    const { slug, id } = await fixture.open('ada', 'bob');
    const { id: message } = await fixture.say('ada', slug, 'selam');
    await fixture.say('bob', slug);
    return { fixture, slug, id, message };
  }

  const asking = ({ fixture, slug, message }: Populated, { of, body }: Line) => {
    const [method = '', path = ''] = of.split(' ');
    const account = '00000000-0000-4000-8000-000000000000';
    const at = path.replace('{id}', message).replace('{account_id}', account).replace('{code}', 'abcdefghijkl');
    const query = path.endsWith('/explain') ? `?account_id=${account}&permission=send_message` : '';
    return (name: string) => fixture.outcome(name, method.toUpperCase(), `/rooms/${slug}${at}${query}`, body);
  };

  it.each(lines.map((line) => [`${line.of} → ${line.done}`, line] as const))('%s', async (_, line) => {
    const open = await populate();
    expect(await asking(open, line)('nil')).toBe('404 room_not_found');
    expect(await asking(open, line)('ada')).toBe(line.done);
    expect(await open.fixture.problems(open.id)).toEqual([]);

    const closed = await populate();
    await closed.fixture.block('bob', 'ada');
    expect(await asking(closed, line)('ada')).toBe(line.blocked ?? line.done);
    expect(await closed.fixture.problems(closed.id)).toEqual([]);
  });

  it('who has left, was not written to yet, has no name or no token meets no room either', async () => {
    const left = await populate();
    await left.fixture.ok('bob', 'POST', `/rooms/${left.slug}/leave`);
    const unwritten = { ...left, ...(await left.fixture.open('ada', 'eda')) };
    for (const line of lines) {
      expect([line.of, await asking(left, line)('bob')]).toEqual([line.of, '404 room_not_found']);
      expect([line.of, await asking(unwritten, line)('eda')]).toEqual([line.of, '404 room_not_found']);
    }
    const { booted } = scene();
    const nameless = await booted.person('isimsiz', { username: null });
    expect((await booted.ask(nameless, 'GET', `/api/rooms/${left.slug}`)).body.error.code).toBe('username_required');
    expect((await booted.ask(null, 'GET', `/api/rooms/${left.slug}`)).body.error.code).toBe('unauthorized');
    expect(await left.fixture.problems(left.id)).toEqual([]);
  });

  it.each(files.map(({ method, path }) => [`${method} ${path.slice(base.length)}`, method] as const))(
    '%s: a stranger meets no room',
    async (of, method) => {
      const open = await populate();
      const line = { of, done: '', ...(bodies[method] ? { body: bodies[method] } : {}) };
      expect(await asking(open, line)('nil')).toBe('404 room_not_found');
    },
  );

  it('a stranger finds nothing of it by any other way', async () => {
    const { fixture, slug, id, message } = await populate();
    const group = await scene().room(fixture.named('nil'));
    const forward = { body: '', forward_of: { room: slug, message_id: message } };
    expect(await fixture.outcome('nil', 'POST', `/rooms/${group.slug}/messages`, forward)).toBe('404 room_not_found');
    for (const [kind, target] of [
      ['room', slug],
      ['room', id],
      ['message', message],
    ]) {
      const report = { kind, id: target, reason: 'spam' };
      expect(await fixture.outcome('nil', 'POST', '/reports', report)).toBe('404 not_found');
    }
    const { rooms } = await fixture.ok('nil', 'GET', `/rooms/search?q=${slug}`);
    expect(rooms).toEqual([]);
    expect(await fixture.outcome('nil', 'GET', `/rooms/${id}`)).toBe('404 room_not_found');
    const own = await fixture.ok('ada', 'GET', '/me/rooms');
    expect(JSON.stringify(own)).not.toContain(slug);
  });
});
