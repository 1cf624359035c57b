/**
 * People who write to one another over one service: everything through REST, stars and chat terms through the actors.
 */
import { randomUUID } from 'node:crypto';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import type { Profile } from '#src/domain/accounts/account.js';
import type { DmDoc } from '#src/domain/rooms/dm.js';
import { pairId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import type { Answer, Person } from '../support/clients/boot-app.js';
import type { Scene } from '../support/rooms/room-scene.js';

let people = 0;

export class DmScene {
  readonly scene: Scene;
  /** Names of this test's own. */
  readonly #suffix: string;

  constructor(scene: Scene) {
    people += 1;
    this.scene = scene;
    this.#suffix = people.toString(36);
  }

  get store() {
    return this.scene.booted.app.store;
  }

  named(name: string): string {
    return `${name}.${this.#suffix}`;
  }

  person(name: string): Promise<Person> {
    return this.scene.person(this.named(name));
  }

  async idOf(name: string): Promise<string> {
    return (await this.person(name)).accountId;
  }

  async ask(name: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.scene.booted.ask(await this.person(name), method, `/api${path}`, body);
  }

  /** The body, or an error that names the refusal. */
  async ok(name: string, method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.ask(name, method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${name} ${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** `200`, or `403 blocked`. */
  async outcome(name: string, method: string, path: string, body?: unknown): Promise<string> {
    const { status, body: answer } = await this.ask(name, method, path, body);
    return answer?.error ? `${status} ${answer.error.code}` : String(status);
  }

  async open(name: string, other: string): Promise<Answer['body']> {
    await this.person(other);
    return (await this.ok(name, 'POST', `/dm/${this.named(other)}`)).room;
  }

  async opening(name: string, other: string): Promise<string> {
    await this.person(other);
    return this.outcome(name, 'POST', `/dm/${this.named(other)}`);
  }

  /** The row of the message. */
  async say(name: string, slug: string, body = 'selam', clientId?: string): Promise<Answer['body']> {
    const said = { body, ...(clientId === undefined ? {} : { client_id: clientId }) };
    return (await this.ok(name, 'POST', `/rooms/${slug}/messages`, said)).message;
  }

  saying(name: string, slug: string): Promise<string> {
    return this.outcome(name, 'POST', `/rooms/${slug}/messages`, { body: 'selam' });
  }

  /** The chat in their list, if it is there. */
  async inList(name: string, slug: string): Promise<Answer['body']> {
    const { rooms } = await this.ok(name, 'GET', '/rooms');
    return rooms.find((room: { slug: string }) => room.slug === slug) ?? null;
  }

  async bodies(name: string, slug: string): Promise<string[]> {
    const { messages } = await this.ok(name, 'GET', `/rooms/${slug}/messages?after_seq=0&limit=200`);
    return messages.map(({ body }: { body: string }) => body);
  }

  async block(name: string, other: string, on = true): Promise<void> {
    await this.ok(name, on ? 'PUT' : 'DELETE', `/me/blocks/${await this.idOf(other)}`);
  }

  async terms(name: string, changes: Partial<Profile>): Promise<void> {
    const account = await this.idOf(name);
    await this.scene.booted.app.node.users.ask(account, { type: 'change_profile', changes });
  }

  async give(name: string, delta: number): Promise<void> {
    const command = { type: 'grant_stars' as const, entryId: randomUUID(), delta, reason: 'test' };
    await this.scene.booted.app.node.users.ask(await this.idOf(name), command);
  }

  /** What they have, and what their ledger adds up to. */
  async stars(name: string): Promise<{ balance: number; ledger: number }> {
    const account = await this.idOf(name);
    const tally = await this.store.get<Doc & { stars: number }>('tallies', account);
    const range = { index: 'byAccount', prefix: [account], limit: 1_000 };
    const entries = await this.store.range<Doc & { delta: number }>('ledger', range);
    return { balance: tally?.stars ?? 0, ledger: entries.reduce((sum, { delta }) => sum + delta, 0) };
  }

  async place(name: string, other: string): Promise<DmDoc | null> {
    return this.store.get<DmDoc>('dms', pairId(await this.idOf(name), await this.idOf(other)));
  }

  async problems(roomId: string): Promise<string[]> {
    return (await verifyRoom(this.store, roomId)).problems.map(({ seq, what }) => `${seq}: ${what}`);
  }
}
