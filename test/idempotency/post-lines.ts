/** Every POST that takes a token, and what has to stand before it can be made. */
import { individual, panelPerson, showCode } from '../panel/support/panel-people.js';
import type { Booted, Person } from '../support/clients/boot-app.js';
import { sponsoredLines } from './sponsored-lines.js';

export interface Scene {
  booted: Booted;
  /** Founder of the room. */
  ada: Person;
  /** A member of it. */
  bob: Person;
  /** No member. */
  eda: Person;
  /** Has a key instead of an account. */
  operator: Person;
  /** Speaks from a linked panel; somebody new for each line that begins with one. */
  panel: Person;
  slug: string;
  messageId: string;
}

export interface PostLine {
  as: 'ada' | 'bob' | 'eda' | 'operator' | 'panel';
  /** Values of the path's parameters beside `slug` and `id`, which the scene gives. */
  params?: Record<string, string>;
  body?: unknown;
  /** What has to be done before; it may name further parameters. */
  before?: (scene: Scene) => Promise<Record<string, string> | undefined>;
  status: number;
  /** It changes nothing, so only the whole answer is kept. */
  looksOnly?: true;
}

const settings = (changes: object) => async (scene: Scene) => {
  await done(scene, 'ada', 'PATCH', `/api/rooms/${scene.slug}`, changes);
  return undefined;
};

/** A step of the preparation, which has to succeed. */
async function done(scene: Scene, who: PostLine['as'], method: string, path: string, body?: unknown) {
  const answer = await scene.booted.ask(scene[who], method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.body;
}

async function invited(scene: Scene) {
  const { invite } = await done(scene, 'ada', 'POST', `/api/rooms/${scene.slug}/invites`, { max_uses: 1 });
  return { code: invite.code as string };
}

async function botMade(scene: Scene) {
  const { bot } = await done(scene, 'bob', 'POST', '/api/bots', { username: `bot.${scene.slug.slice(4)}` });
  return { id: bot.id as string };
}

async function botAdded(scene: Scene) {
  const { bot } = await done(scene, 'ada', 'POST', '/api/bots', { username: `bot.${scene.slug.slice(4)}` });
  await done(scene, 'ada', 'POST', `/api/rooms/${scene.slug}/members`, { account_id: bot.id });
  return { bot: bot.id as string };
}

async function operatorBot(scene: Scene) {
  const asked = { username: `duyuru.${scene.slug.slice(4)}`, reason: 'x' };
  const { bot } = await done(scene, 'operator', 'POST', '/api/console/bots', asked);
  return { id: bot.id as string };
}

async function webhookMade(scene: Scene) {
  const { bot } = await botAdded(scene);
  const sent = { bot_id: bot, room: scene.slug, url: 'http://127.0.0.1:1/', events: ['message:deleted'] };
  const { webhook } = await done(scene, 'ada', 'POST', '/api/webhooks', sent);
  return { id: webhook.id as string };
}

async function requested(scene: Scene) {
  await settings({ join_approval: true })(scene);
  await done(scene, 'eda', 'POST', `/api/rooms/${scene.slug}/join`);
  return { account_id: scene.eda.accountId };
}

async function discussed(scene: Scene) {
  const said = { body: 'bence de', discussion_of: scene.messageId };
  await done(scene, 'bob', 'POST', `/api/rooms/${scene.slug}/messages`, said);
  return undefined;
}

async function closed(scene: Scene) {
  await discussed(scene);
  await done(scene, 'ada', 'POST', `/api/rooms/${scene.slug}/messages/${scene.messageId}/discussion/close`);
  return undefined;
}

const room = '/api/rooms/{slug}';

async function writtenFirst(scene: Scene) {
  const article = { title: 'Kahve', tag: 'kahve', blocks: [{ type: 'paragraph', text: 'Bir yudum.' }] };
  const { message } = await done(scene, 'bob', 'POST', `/api/rooms/${scene.slug}/messages`, { article });
  return { id: message.id as string };
}

async function photographed(scene: Scene) {
  const { full, thumb } = await done(scene, 'ada', 'POST', '/api/me/avatars/presign', {});
  return { full: full.key as string, thumb: thumb.key as string };
}

let panels = 0;

/** Somebody new with a linked panel. */
async function linked(scene: Scene) {
  panels += 1;
  scene.panel = await panelPerson(scene.booted, `panel${panels}`);
  return undefined;
}

/** The same with an organization; its id is `{id}`. */
export async function founded(scene: Scene) {
  await linked(scene);
  const { organization } = await done(scene, 'panel', 'POST', '/api/panel/organization', individual());
  return { id: organization.id as string };
}

/** With the id of a package that costs something. */
async function priced(scene: Scene) {
  const place = await founded(scene);
  const { products } = await done(scene, 'panel', 'GET', '/api/panel/me');
  const paid = products.find((product: { price_cents: number }) => product.price_cents > 0);
  return { ...place, product: paid.id as string };
}

async function requesting(scene: Scene) {
  const found = await priced(scene);
  await done(scene, 'panel', 'POST', '/api/panel/organization/package', { product_id: found.product });
  return found;
}

async function typed(scene: Scene) {
  await linked(scene);
  const { catalog } = await done(scene, 'panel', 'GET', '/api/panel/me');
  return { type: catalog.group_types[0].id as string };
}

async function shown({ booted }: Scene) {
  return { code: (await showCode(booted)).code };
}

const somebody = async ({ eda }: Scene) => ({ id: eda.accountId });

async function reported(scene: Scene) {
  const { report } = await done(scene, 'bob', 'POST', '/api/reports', { kind: 'room', id: scene.slug, reason: 'spam' });
  return { id: report.id as string };
}

async function roomPhotographed(scene: Scene) {
  const { full, thumb } = await done(scene, 'ada', 'POST', `/api/rooms/${scene.slug}/avatars/presign`, {});
  return { full: full.key as string, thumb: thumb.key as string };
}

function readingNow() {
  return { events: [{ id: 'bir', type: 'topic_open', at: Date.now(), topic: 'kahve' }, { id: 'yanlis' }] };
}

const photo = { key: '{full}', thumb_key: '{thumb}', byte_size: 1_000, size_px: 640 };

export const postLines: Record<string, PostLine> = {
  ...sponsoredLines,
  '/api/me/avatars/presign': { as: 'ada', body: {}, status: 200, looksOnly: true },
  '/api/me/avatars': { as: 'ada', before: photographed, body: photo, status: 201 },
  '/api/users/{username}/follow': { as: 'bob', params: { username: 'ada' }, status: 200 },
  '/api/dm/{username}': { as: 'ada', params: { username: 'bob' }, status: 200 },
  [`${room}/media/presign`]: { as: 'bob', body: {}, status: 200, looksOnly: true },
  [`${room}/docs/presign`]: {
    as: 'bob',
    body: { name: 'rapor.pdf', content_type: 'application/pdf' },
    status: 200,
    looksOnly: true,
  },
  [`${room}/avatars/presign`]: { as: 'ada', body: {}, status: 200, looksOnly: true },
  [`${room}/avatars`]: { as: 'ada', before: roomPhotographed, body: photo, status: 201 },
  '/api/me/export': { as: 'bob', status: 202 },
  '/api/rooms': { as: 'eda', body: { name: 'Yeni Oda' }, status: 201 },
  [`${room}/join`]: { as: 'eda', status: 200 },
  [`${room}/leave`]: { as: 'bob', status: 200 },
  [`${room}/members`]: { as: 'ada', body: { username: 'eda' }, status: 201 },
  [`${room}/requests/{account_id}`]: { as: 'ada', before: requested, status: 200 },
  [`${room}/invites`]: { as: 'ada', body: {}, status: 201 },
  '/api/invites/{code}/join': { as: 'eda', before: invited, status: 200 },
  [`${room}/messages`]: { as: 'bob', body: { body: 'selam' }, status: 201 },
  [`${room}/messages/{id}/discussion/close`]: { as: 'ada', before: discussed, status: 200 },
  [`${room}/messages/{id}/discussion/reopen`]: { as: 'ada', before: closed, status: 200 },
  [`${room}/messages/{id}/share`]: { as: 'bob', before: writtenFirst, status: 201 },
  '/api/console/accounts/{id}/stars': {
    as: 'operator',
    before: somebody,
    body: { delta: 5, reason: 'gift' },
    status: 200,
  },
  '/api/console/accounts/{id}/sessions/end': {
    as: 'operator',
    before: somebody,
    body: { reason: 'çalındı' },
    status: 204,
  },
  '/api/console/keys': { as: 'operator', body: { name: 'Ayşe', role: 'support' }, status: 201 },
  '/api/console/keys/{id}/rotation': {
    as: 'operator',
    before: async (scene) => {
      const { key } = await done(scene, 'operator', 'POST', '/api/console/keys', { name: 'Ayşe', role: 'support' });
      return { id: key.id as string };
    },
    status: 200,
  },
  '/api/console/reports/{id}/decision': {
    as: 'operator',
    before: reported,
    body: { decision: 'uphold' },
    status: 200,
  },
  '/api/analytics/events': { as: 'bob', body: readingNow(), status: 200 },
  '/api/discover/entries/{id}/view': { as: 'eda', params: { id: '7' }, status: 204 },
  '/api/discover/entries/{id}/share': { as: 'eda', params: { id: '7' }, body: { via: 'link' }, status: 204 },
  '/api/console/bots': { as: 'operator', body: { username: 'duyuru', reason: 'x' }, status: 201 },
  '/api/console/bots/{id}/tokens': {
    as: 'operator',
    before: operatorBot,
    body: { name: 'bir', reason: 'x' },
    status: 201,
  },
  '/api/bots': { as: 'bob', body: { username: 'yanki' }, status: 201 },
  '/api/bots/{id}/tokens': { as: 'bob', before: botMade, body: { name: 'bir' }, status: 201 },
  '/api/webhooks': {
    as: 'ada',
    before: botAdded,
    body: { bot_id: '{bot}', room: '{slug}', url: 'http://127.0.0.1:1/', events: ['message:new'] },
    status: 201,
  },
  '/api/webhooks/{id}/secret': { as: 'ada', before: webhookMade, status: 200 },
  '/api/webhooks/{id}/test': { as: 'ada', before: webhookMade, status: 200, looksOnly: true },
  '/api/me/panels': { as: 'bob', before: shown, body: { code: '{code}' }, status: 201 },
  '/api/panel/organization': { as: 'panel', before: linked, body: individual(), status: 201 },
  '/api/panel/organization/package': { as: 'panel', before: priced, body: { product_id: '{product}' }, status: 200 },
  '/api/panel/groups': { as: 'panel', before: typed, body: { name: 'Grup', group_type_id: '{type}' }, status: 201 },
  '/api/panel/members': { as: 'panel', before: founded, body: { username: 'eda', role: 'ads' }, status: 201 },
  '/api/console/organizations/{id}/package-request': {
    as: 'operator',
    before: requesting,
    body: { decision: 'approve' },
    status: 200,
  },
  '/api/console/organizations/{id}/grants': {
    as: 'operator',
    before: founded,
    body: { counter: 'ai', quantity: 5 },
    status: 200,
  },
  '/api/reports': { as: 'bob', body: { kind: 'room', id: '{slug}', reason: 'spam' }, status: 201 },
};
