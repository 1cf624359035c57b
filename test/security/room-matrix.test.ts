/**
 * Every endpoint of a room × everybody who may ask → the answer. What is expected follows from the access class that
 * the specification gives an endpoint, not from the code that answers.
 */
import { endpoints } from '#src/protocol/endpoints.js';
import {
  everybody,
  type Populated,
  type Position,
  populate,
  positions,
  targets,
} from '../support/rooms/room-people.js';
import { withScene } from '../support/rooms/room-scene.js';

type Code = string;

interface Line {
  /** `method path`, as the document names it. */
  of: string;
  access: Access;
  /** What happens when nothing stands in the way. */
  done: Code;
  body?: unknown;
  target?: keyof typeof targets;
  /** Where the class alone does not tell it. */
  but?: Partial<Record<Position, Code>>;
  /** It asks about the caller's own message. */
  own?: true;
  /** Success leaves everybody's position, message and invite as they were, so it may happen in the room of all. */
  isHarmless?: true;
}

type Access = 'anybody' | 'member' | 'writer' | 'admin' | 'key' | 'right' | 'founder';

const outside: Position[] = ['stranger', 'banned', 'requested', 'founder of another room'];
const inside: Position[] = ['member', 'muted member'];

function expected({ access, done, but = {} }: Line, who: Position): Code {
  if (who === 'anonymous') return '401 unauthorized';
  if (but[who]) return but[who];
  if (who === 'no username') return '403 username_required';
  if (access === 'anybody') return done;
  if (access === 'member' || access === 'writer') {
    if (outside.includes(who)) return '403 not_member';
    return access === 'writer' && who === 'muted member' ? '403 muted' : done;
  }
  if (outside.includes(who) || inside.includes(who)) return '403 not_admin';
  if (access === 'admin' || who === 'founder') return done;
  if (access === 'founder') return '403 not_admin';
  if (who === 'admin with the key') return done;
  return access === 'key' ? '403 not_allowed' : '403 not_admin';
}

const room = '/api/rooms/{slug}';
const joins = { member: '200', 'muted member': '200' } as const;

/** `key`: without it `not_allowed`; `right`: without it `not_admin`. */
const lines: Line[] = [
  { of: `get ${room}`, access: 'anybody', done: '200' },
  { of: `patch ${room}`, access: 'admin', done: '200', body: { name: 'Yeni' } },
  { of: `patch ${room}`, access: 'admin', done: '422 validation_failed', body: { name: '' } },
  { of: `delete ${room}`, access: 'founder', done: '204' },
  { of: `post ${room}/join`, access: 'anybody', done: '200', but: { banned: '403 banned', ...joins } },
  { of: `post ${room}/leave`, access: 'member', done: '200' },
  { of: `put ${room}/unread`, access: 'member', done: '204', body: { from_seq: 1 }, isHarmless: true },
  { of: `delete ${room}/unread`, access: 'member', done: '204', isHarmless: true },
  { of: `put ${room}/notifications`, access: 'member', done: '204', body: { level: 'mentions' }, isHarmless: true },
  ...(['archive', 'pin', 'mute'] as const).flatMap((flag): Line[] => [
    { of: `put ${room}/${flag}`, access: 'member', done: '204', isHarmless: true },
    { of: `delete ${room}/${flag}`, access: 'member', done: '204', isHarmless: true },
  ]),
  { of: `get ${room}/members`, access: 'member', done: '200' },
  { of: `post ${room}/members`, access: 'key', done: '201', body: { username: targets.stranger } },
  { of: `post ${room}/members`, access: 'key', done: '404 not_found', body: { username: 'kimse.yok' } },
  { of: `post ${room}/members`, access: 'key', done: '403 banned', body: { username: targets.banned } },
  { of: `delete ${room}/members/{account_id}`, access: 'key', done: '204', target: 'member' },
  { of: `delete ${room}/members/{account_id}`, access: 'key', done: '204', target: 'admin' },
  {
    of: `delete ${room}/members/{account_id}`,
    access: 'admin',
    done: '403 not_member',
    target: 'stranger',
  },
  {
    of: `put ${room}/members/{account_id}/tag`,
    access: 'right',
    done: '200',
    target: 'member',
    body: { tag: 'x' },
    isHarmless: true,
  },
  { of: `put ${room}/members/{account_id}/mute`, access: 'key', done: '200', target: 'member', body: {} },
  { of: `put ${room}/members/{account_id}/mute`, access: 'key', done: '200', target: 'admin', body: {} },
  { of: `delete ${room}/members/{account_id}/mute`, access: 'key', done: '204', target: 'member' },
  { of: `get ${room}/bans`, access: 'admin', done: '200' },
  { of: `put ${room}/bans/{account_id}`, access: 'key', done: '204', target: 'member', body: {} },
  { of: `put ${room}/bans/{account_id}`, access: 'key', done: '204', target: 'stranger', body: {} },
  { of: `delete ${room}/bans/{account_id}`, access: 'key', done: '204', target: 'banned' },
  { of: `delete ${room}/bans/{account_id}`, access: 'key', done: '404 not_found', target: 'member' },
  { of: `get ${room}/requests`, access: 'admin', done: '200' },
  { of: `post ${room}/requests/{account_id}`, access: 'admin', done: '200', target: 'requested' },
  { of: `post ${room}/requests/{account_id}`, access: 'admin', done: '404 not_found', target: 'stranger' },
  { of: `delete ${room}/requests/{account_id}`, access: 'admin', done: '204', target: 'requested' },
  { of: `put ${room}/admins/{account_id}`, access: 'founder', done: '200', target: 'member' },
  { of: `delete ${room}/admins/{account_id}`, access: 'founder', done: '200', target: 'admin' },
  {
    of: `put ${room}/admins/{account_id}/permissions`,
    access: 'right',
    done: '200',
    target: 'admin',
    body: { granted: [] },
  },
  {
    of: `put ${room}/admins/{account_id}/permissions`,
    access: 'right',
    done: '400 invalid_request',
    target: 'admin',
    body: {},
  },
  { of: `patch ${room}/permissions`, access: 'right', done: '200', body: { denied: [] }, isHarmless: true },
  {
    of: `get ${room}/permissions/explain`,
    access: 'admin',
    done: '200',
    target: 'member',
  },
  { of: `put ${room}/founder`, access: 'founder', done: '200', target: 'member', body: 'account' },
  { of: `post ${room}/invites`, access: 'key', done: '201', body: {}, isHarmless: true },
  { of: `post ${room}/invites`, access: 'key', done: '422 validation_failed', body: { max_uses: 0 } },
  { of: `get ${room}/invites`, access: 'admin', done: '200' },
  { of: `delete ${room}/invites/{code}`, access: 'key', done: '204' },
  { of: `put ${room}/vanity`, access: 'founder', done: '402 insufficient_stars', body: { handle: 'kisa' } },
  { of: `put ${room}/vanity`, access: 'founder', done: '422 validation_failed', body: { handle: 'K_' } },
  { of: 'get /api/invites/{code}', access: 'anybody', done: '200' },
  { of: 'post /api/invites/{code}/join', access: 'anybody', done: '200', but: { banned: '403 banned' } },
  { of: `get ${room}/messages`, access: 'member', done: '200' },
  { of: `post ${room}/messages`, access: 'writer', done: '201', body: { body: 'selam' }, isHarmless: true },
  { of: `get ${room}/messages/{id}`, access: 'member', done: '200' },
  {
    of: `patch ${room}/messages/{id}`,
    access: 'writer',
    done: '200',
    own: true,
    body: { body: 'başka' },
    isHarmless: true,
  },
  {
    of: `patch ${room}/messages/{id}`,
    access: 'member',
    done: '403 not_author',
    body: { body: 'başka' },
    but: { founder: '200' },
  },
  { of: `delete ${room}/messages/{id}`, access: 'member', done: '200', own: true },
  {
    of: `delete ${room}/messages/{id}`,
    access: 'member',
    done: '403 not_allowed',
    but: { 'admin with the key': '200', founder: '200' },
  },
  { of: `post ${room}/avatars/presign`, access: 'admin', done: '200', body: {}, isHarmless: true },
  { of: `post ${room}/avatars/presign`, access: 'admin', done: '400 invalid_request', body: { content_type: 'x' } },
  { of: `post ${room}/avatars`, access: 'admin', done: '422 validation_failed', body: {} },
  { of: `get ${room}/avatars`, access: 'anybody', done: '200', but: { 'no username': '200' } },
  { of: `put ${room}/avatars/{id}/primary`, access: 'admin', done: '404 not_found' },
  { of: `delete ${room}/avatars/{id}`, access: 'admin', done: '404 not_found' },
  { of: `get ${room}/media`, access: 'member', done: '200' },
  { of: `get ${room}/media/{id}`, access: 'member', done: '404 not_found' },
  { of: `get ${room}/docs/{id}`, access: 'member', done: '404 not_found' },
  { of: `post ${room}/media/presign`, access: 'member', done: '200', body: {}, isHarmless: true },
  { of: `post ${room}/media/presign`, access: 'member', done: '400 invalid_request', body: { content_type: 'x' } },
  {
    of: `post ${room}/docs/presign`,
    access: 'member',
    done: '200',
    isHarmless: true,
    body: { content_type: 'application/pdf', name: 'a' },
  },
  { of: `post ${room}/docs/presign`, access: 'member', done: '400 invalid_request', body: {} },
  { of: `put ${room}/messages/{id}/pin`, access: 'writer', done: '200', isHarmless: true },
  { of: `delete ${room}/messages/{id}/pin`, access: 'writer', done: '200', isHarmless: true },
  { of: `get ${room}/messages/{id}/reactions`, access: 'member', done: '200' },
  { of: `get ${room}/messages/{id}/discussion`, access: 'member', done: '200' },
  { of: `post ${room}/messages/{id}/discussion/close`, access: 'member', done: '200', isHarmless: true },
  { of: `post ${room}/messages/{id}/discussion/reopen`, access: 'member', done: '200', isHarmless: true },
  { of: `post ${room}/messages/{id}/share`, access: 'member', done: '422 not_an_article', own: true },
  { of: `put ${room}/messages/{id}/vote`, access: 'member', done: '409 invalid_state', body: { options: [0] } },
  { of: `get ${room}/messages/{id}/vote`, access: 'member', done: '409 invalid_state' },
  ...['stats', 'events', 'topics', 'search?q=selam'].map(
    (path): Line => ({ of: `get ${room}/${path}`, access: 'member', done: '200' }),
  ),
];

describe('the table of who may ask what of a room', () => {
  it('holds every endpoint of a room', () => {
    const ofRooms = endpoints.filter(
      ({ path }) => path.startsWith('/api/rooms/{slug}') || path.startsWith('/api/invites/'),
    );
    const known = new Set(lines.map(({ of }) => of.replace(/\?.*/, '')));
    const missing = ofRooms.map(({ method, path }) => `${method} ${path}`).filter((name) => !known.has(name));
    expect(missing).toEqual([]);
  });
});

withScene('who may ask what of a room', (scene) => {
  let shared: Populated;
  beforeAll(async () => {
    await scene().booted.person('isimsiz', { username: null });
    for (const name of Object.values(targets)) await scene().person(name);
    shared = await populate(scene());
  });

  it.each(lines.map((line) => [`${line.of}${line.target ? ` of ${line.target}` : ''} → ${line.done}`, line] as const))(
    '%s',
    async (_, line) => {
      // Refusals change nothing and share a room; whoever succeeds gets one of their own.
      const each = everybody.map(async (who) => {
        const isSharing = line.of.startsWith('get') || line.isHarmless || !/^2/.test(expected(line, who));
        const changes = isSharing ? null : await populate(scene());
        const answer = await asked(line, who, changes ?? shared);
        if (changes) expect(await changes.room.problems()).toEqual([]);
        return [who, answer] as const;
      });
      const answers = Object.fromEntries(await Promise.all(each));
      expect(answers).toEqual(Object.fromEntries(everybody.map((who) => [who, expected(line, who)])));
      expect(await shared.room.problems()).toEqual([]);
    },
  );

  async function asked(line: Line, who: Position, { room: asking, message, own, invite }: Populated): Promise<Code> {
    const [method = '', path = ''] = line.of.split(' ');
    const target = line.target ? await asking.idOf(targets[line.target]) : '';
    const at = path
      .replace('{slug}', asking.slug)
      .replace('{account_id}', target)
      .replace('{code}', invite)
      .replace('{id}', (line.own && own[who]) || message);
    const query = path.endsWith('/explain') ? `?account_id=${target}&permission=send_message` : '';
    const body = line.body === 'account' ? { account_id: target } : line.body;
    const answer = await scene().booted.ask(await personOf(who), method.toUpperCase(), at + query, body);
    return answer.body?.error ? `${answer.status} ${answer.body.error.code}` : String(answer.status);
  }

  async function personOf(who: Position) {
    const name = positions[who];
    if (name === null) return null;
    return who === 'no username' ? scene().booted.person(name, { username: null }) : scene().person(name);
  }
});
