/** People of an organization at their panels, and what they ask of it. */
import { panelPerson } from '../../panel/support/panel-people.js';
import { operator, outcomeOf } from '../../people/operator.js';
import type { Answer, Booted, Person } from '../../support/clients/boot-app.js';
import { employ, openOrganization } from './sponsored-fixture.js';

export interface Advertisers {
  organization: string;
  owner: Person;
}

let opened = 0;

/** An organization that may advertise, and its owner's panel. */
export async function advertisers(
  booted: Booted,
  how: Parameters<typeof openOrganization>[1] = {},
): Promise<Advertisers> {
  opened += 1;
  const owner = await panelPerson(booted, `sahip${opened}`);
  const organization = await openOrganization(booted.app.store, how);
  await employ(booted.app.store, organization, 'owner', owner.accountId);
  return { organization, owner };
}

export const fields = (more: object = {}) => ({
  title: 'Yaz indirimi',
  body: 'Bütün kitaplarda yüzde otuz.',
  target_kind: 'url',
  target: 'https://example.com/yaz',
  budget: 100,
  ...more,
});

const path = '/api/panel/sponsored';

export const create = ({ ask }: Booted, by: Person, more: object = {}): Promise<Answer> =>
  ask(by, 'POST', path, fields(more));

export const move = ({ ask }: Booted, by: Person, id: string, step: string): Promise<Answer> =>
  ask(by, 'POST', `${path}/${id}/${step}`);

export const decide = (booted: Booted, id: string, decision: string, reason?: string): Promise<Answer> =>
  booted.ask(operator(booted), 'POST', `/api/console/sponsored/${id}/decision`, { decision, reason });

function must(answer: Answer, what: string): Answer {
  if (answer.status >= 300) throw new Error(`${what}: ${outcomeOf(answer)} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** A draft's whole way; answers its id. */
export async function shown(booted: Booted, by: Person, more: object = {}): Promise<string> {
  const { id } = must(await create(booted, by, more), 'create').body.item;
  must(await move(booted, by, id, 'submit'), 'submit');
  must(await decide(booted, id, 'approve'), 'approve');
  return id;
}

export const offered = async ({ ask }: Booted, person: Person, placement = 'chats') =>
  must(await ask(person, 'GET', `/api/sponsored?placement=${placement}`), 'offer').body.item;

export const report = ({ ask }: Booted, person: Person, id: string, action: string, token: unknown): Promise<Answer> =>
  ask(person, 'POST', `/api/sponsored/${id}/${action}`, { token });

export const numbers = async ({ ask }: Booted, by: Person, id: string) => {
  const { impressions, clicks, status } = (await ask(by, 'GET', `${path}/${id}`)).body.item;
  return { impressions, clicks, status };
};
