/** Somebody who has been everywhere and done everything, so that there is much to forget. */

import { individual, linkPanel, showCode } from '../panel/support/panel-people.js';
import type { Booted, Person } from '../support/clients/boot-app.js';
import { addPhoto } from '../support/clients/photo-uploads.js';

export interface FullLife {
  ada: Person;
  bob: Person;
  eda: Person;
  /** Founded by ada: bob is in it. */
  own: string;
  /** Founded by bob: ada is an admin there. */
  others: string;
  /** What ada has said in it. */
  said: string;
  survey: string;
  dm: string;
}

/** Where it is lived: a service in this process, or in another one. */
export type Place = Pick<Booted, 'ask' | 'person'>;

export async function liveFully(booted: Place, suffix = ''): Promise<FullLife> {
  const [ada, bob, eda] = (await Promise.all(
    ['ada', 'bob', 'eda'].map((name) => booted.person(`${name}${suffix}`)),
  )) as [Person, Person, Person];
  const ok = doing(booted);
  const own = `ada-nin-odasi${suffix}`;
  const others = `bob-un-odasi${suffix}`;
  await ok(ada, 'POST', '/rooms', { name: 'Oda', slug: own }, { 'idempotency-key': 'make' });
  await ok(bob, 'POST', `/rooms/${own}/join`);
  await ok(bob, 'POST', '/rooms', { name: 'Oda', slug: others });
  await ok(bob, 'POST', `/rooms/${others}/members`, { account_id: ada.accountId }, { 'idempotency-key': 'add' });
  await ok(eda, 'POST', `/rooms/${others}/join`);
  const { said, survey } = await talk(ok, { ada, bob, eda }, others);
  await govern(ok, { ada, bob, eda }, others);
  await admissions(ok, { ada, bob, eda }, suffix);
  const dm = await directChats(ok, { ada, bob, eda });
  await ties(ok, { ada, bob, eda });
  await business(booted as Booted, ok, { ada, bob });
  await program(ok, { ada, bob }, suffix, others);
  await addPhoto(booted as Booted, ada);
  await ok(ada, 'POST', '/analytics/events', { events: [reading({})] }, { 'idempotency-key': 'read' });
  await ok(bob, 'POST', '/analytics/events', { events: [reading({ author_id: ada.accountId })] });
  await ok(ada, 'POST', '/discover/entries/7/view');
  await ok(ada, 'PUT', '/me/device', { platform: 'ios', push_token: 'f'.repeat(64), language: 'tr' });
  await ok(ada, 'POST', '/reports', { kind: 'room', id: others, reason: 'spam' });
  await ok(bob, 'POST', '/reports', { kind: 'message', id: said, reason: 'spam' });
  await ok(eda, 'POST', '/reports', { kind: 'account', id: ada.accountId, reason: 'spam' });
  return { ada, bob, eda, own, others, said, survey, dm };
}

const reading = (more: object) => ({ id: 'bir', type: 'topic_open', at: Date.now(), topic: 'kahve', ...more });

type People = Record<'ada' | 'bob' | 'eda', Person>;
type Ok = ReturnType<typeof doing>;

/** A request that has to succeed. */
function doing(booted: Place) {
  return async (who: Person, method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await booted.ask(who, method, `/api${path}`, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

async function talk(ok: Ok, { ada, bob, eda }: People, room: string): Promise<{ said: string; survey: string }> {
  const path = `/rooms/${room}/messages`;
  const first = await ok(ada, 'POST', path, { body: `selam @${bob.name}`, client_id: 'bir' });
  const said: string = first.message.id;
  await ok(ada, 'PATCH', `${path}/${said}`, { body: `selam @${bob.name} ve @${eda.name}` });
  const answer = await ok(bob, 'POST', path, { body: `hoş geldin @${ada.name}`, reply_to: said, client_id: 'iki' });
  await ok(ada, 'POST', path, { body: 'bence de', discussion_of: answer.message.id });
  const survey = { type: 'survey', question: 'Çay mı?', options: ['evet', 'hayır'], multiple: false };
  const asked = await ok(ada, 'POST', path, { body: '', attachment: survey });
  await ok(bob, 'POST', `${path}/${answer.message.id}/discussion/close`);
  const gone = await ok(ada, 'POST', path, { body: 'silinecek', client_id: 'uc' });
  await ok(ada, 'DELETE', `${path}/${gone.message.id}`);
  const contact = { type: 'contact', username: ada.name };
  await ok(eda, 'POST', path, { body: '', attachment: contact });
  return { said, survey: asked.message.id };
}

async function govern(ok: Ok, { ada, bob, eda }: People, room: string): Promise<void> {
  const path = `/rooms/${room}`;
  await ok(bob, 'PUT', `${path}/members/${ada.accountId}/tag`, { tag: 'reis' });
  await ok(bob, 'PUT', `${path}/admins/${ada.accountId}`);
  const granted = ['group.can_ban_members', 'group.can_create_invite_link'];
  await ok(bob, 'PUT', `${path}/admins/${ada.accountId}/permissions`, { granted });
  await ok(ada, 'POST', `${path}/invites`, {}, { 'idempotency-key': 'invite' });
  await ok(ada, 'PUT', `${path}/bans/${eda.accountId}`, { reason: 'olmadı' });
}

/** Ada founds it, bob is the one who goes on with it; one more of her browsers was never claimed. */
async function business(booted: Booted, ok: Ok, { ada, bob }: Omit<People, 'eda'>): Promise<void> {
  const { panel } = await linkPanel(booted, ada);
  await ok(panel, 'POST', '/panel/organization', individual(), { 'idempotency-key': 'found' });
  await ok(panel, 'POST', '/panel/members', { username: bob.name, role: 'admin' });
  const { code } = await showCode(booted);
  await ok(ada, 'POST', '/me/panels', { code }, { 'idempotency-key': 'link' });
}

/** A bot that speaks in a room of somebody else. */
async function program(ok: Ok, { ada, bob }: Omit<People, 'eda'>, suffix: string, room: string): Promise<void> {
  const { bot } = await ok(ada, 'POST', '/bots', { username: `ada.bot${suffix}` }, { 'idempotency-key': 'bot' });
  const { secret } = await ok(ada, 'POST', `/bots/${bot.id}/tokens`, { name: 'bir' }, { 'idempotency-key': 'token' });
  await ok(bob, 'POST', `/rooms/${room}/members`, { account_id: bot.id });
  await ok({ ...ada, accessToken: secret }, 'POST', `/rooms/${room}/messages`, { body: `selam @${ada.name}` });
  const url = 'http://127.0.0.1:1/';
  await ok(ada, 'POST', '/webhooks', { bot_id: bot.id, room, url, events: ['message:deleted'] });
}

async function admissions(ok: Ok, { ada, bob, eda }: People, suffix: string): Promise<void> {
  const slugs = ['ayrildigi', 'yasakli', 'bekledigi'].map((name) => `${name}${suffix}`) as [string, string, string];
  for (const slug of slugs) await ok(bob, 'POST', '/rooms', { name: 'Oda', slug });
  const [left, banned, wanted] = slugs;
  await ok(ada, 'POST', `/rooms/${left}/join`);
  await ok(ada, 'POST', `/rooms/${left}/messages`, { body: 'hoşça kalın' });
  await ok(ada, 'POST', `/rooms/${left}/leave`);
  await ok(bob, 'PUT', `/rooms/${banned}/bans/${ada.accountId}`, { reason: 'şimdiden' });
  await ok(bob, 'PATCH', `/rooms/${wanted}`, { join_approval: true });
  await ok(ada, 'POST', `/rooms/${wanted}/join`);
  await ok(eda, 'POST', `/rooms/${wanted}/join`);
}

async function directChats(ok: Ok, { ada, bob, eda }: People): Promise<string> {
  const { room } = await ok(ada, 'POST', `/dm/${bob.name}`);
  await ok(ada, 'POST', `/rooms/${room.slug}/messages`, { body: 'aramızda' });
  await ok(bob, 'POST', `/rooms/${room.slug}/messages`, { body: 'tabii' });
  // Eda has something in mind and has not said it yet: ada does not know of it.
  await ok(eda, 'POST', `/dm/${ada.name}`);
  return room.slug;
}

async function ties(ok: Ok, { ada, bob, eda }: People): Promise<void> {
  await ok(ada, 'POST', `/users/${bob.name}/follow`);
  await ok(bob, 'POST', `/users/${ada.name}/follow`);
  await ok(ada, 'PUT', `/me/blocks/${eda.accountId}`);
  await ok(ada, 'DELETE', `/me/blocks/${eda.accountId}`);
  await ok(eda, 'PUT', `/me/blocks/${ada.accountId}`);
}
