/** A person with a bot, and the bot as somebody who can ask. */
import type { Booted, Person } from '../support/clients/boot-app.js';

export interface Bot extends Person {
  tokenId: string;
}

/** A bot of this person, with one token. */
export async function botOf({ ask }: Pick<Booted, 'ask'>, owner: Person, username: string): Promise<Bot> {
  const made = await ask(owner, 'POST', '/api/bots', { username });
  if (made.status !== 201) throw new Error(`The bot ${username} was answered ${JSON.stringify(made.body)}`);
  return withToken({ ask }, owner, made.body.bot);
}

export async function withToken(
  { ask }: Pick<Booted, 'ask'>,
  owner: Person,
  { id, username }: { id: string; username: string },
): Promise<Bot> {
  const { status, body } = await ask(owner, 'POST', `/api/bots/${id}/tokens`, { name: 'test' });
  if (status !== 201) throw new Error(`A token was answered ${JSON.stringify(body)}`);
  return { name: username, accountId: id, accessToken: body.secret, refreshToken: '', tokenId: body.token.id };
}
