/** What the crowd does until it is told to stop: talk, read, ban and come back, spend stars. */
import type { Person } from '../../support/clients/rest.js';
import type { Ban, Stars } from '../history/history.js';
import { pause } from './balancer.js';
import type { Caller } from './caller.js';
import type { Crowd } from './crowd.js';
import type { Recorder } from './recorder.js';

export interface LoadOptions {
  crowd: Crowd;
  caller: Caller;
  recorder: Recorder;
  consoleKey: string;
  /** Between two messages of one person. */
  everyMs: number;
}

const BANNED_MS = 1_500;
const FREE_MS = 1_500;
const STARS_EVERY_MS = 400;
/** A node gives up what it could not do within ten seconds. */
const LATE_MS = 11_000;
const TRIES_MAX = 5;

type Outcast = Crowd['outcasts'][number];

export class Load {
  readonly #options: LoadOptions;
  readonly #loops: Promise<void>[] = [];
  #isStopping = false;
  #failure: Error | null = null;
  #count = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { crowd, everyMs } = options;
    for (const one of crowd.members) this.#loop(everyMs, () => this.#say(one));
    for (const one of crowd.outcasts) this.#loop(everyMs / 2, () => this.#say(one));
    for (const one of crowd.outcasts) this.#loop(FREE_MS, () => this.#banAndTakeBack(one));
    for (const [at, room] of crowd.rooms.entries()) {
      const founder = crowd.founders[at] as Person;
      this.#loop(everyMs * 2, () => this.#write(founder, room));
      this.#loop(everyMs, () => this.#read(founder, room));
    }
    this.#loop(STARS_EVERY_MS, () => this.#grant());
    this.#loop(STARS_EVERY_MS, () => this.#openDm(), 2);
  }

  /** Why some of the load has ended before it was stopped; null while all of it goes on. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Ends when everything that was begun has an outcome. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops);
  }

  #loop(everyMs: number, run: () => Promise<void>, copies = 1): void {
    const again = async () => {
      await pause(Math.random() * everyMs);
      while (!this.#isStopping) {
        await run();
        await pause(everyMs * (0.5 + Math.random()));
      }
    };
    for (let at = 0; at < copies; at += 1) {
      const loop = again();
      loop.catch((error) => {
        this.#failure ??= error;
      });
      this.#loops.push(loop);
    }
  }

  #say({ member, room }: Crowd['members'][number] | Outcast): Promise<void> {
    this.#count += 1;
    const clientId = `${member.name}-${this.#count}`;
    return member.post(room, clientId, `${member.name} says ${this.#count}`);
  }

  async #write({ name, token }: Person, room: string): Promise<void> {
    const { caller, recorder } = this.#options;
    this.#count += 1;
    const clientId = `${name}-${this.#count}`;
    const body = `${name} writes ${this.#count}`;
    const sentAt = recorder.now();
    const path = `/rooms/${room}/messages`;
    const asked = { what: 'POST messages', method: 'POST', path, token, body: { client_id: clientId, body } };
    const { status, body: answer, wasUnanswered } = await caller.ask(asked);
    const post = { room, by: name, clientId, body, sentAt, endedAt: recorder.now(), wasUnanswered };
    if (status >= 300) return recorder.posted({ ...post, outcome: 'refused', id: null, seq: null });
    const { id, seq } = answer.message;
    recorder.posted({ ...post, outcome: 'acknowledged', id, seq });
  }

  async #read({ name, token }: Person, room: string): Promise<void> {
    const { caller, recorder } = this.#options;
    const path = `/rooms/${room}/messages?limit=1`;
    const { status, body, askedAt } = await caller.ask({ what: 'GET messages', path, token });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    recorder.read({ reader: name, room, askedAt, answeredAt: recorder.now(), seq: body.seq });
  }

  async #banAndTakeBack({ person, member, room, founder }: Outcast): Promise<void> {
    const { caller, recorder } = this.#options;
    const path = `/rooms/${room}/bans/${person.accountId}`;
    const banned = await caller.ask({ what: 'PUT ban', method: 'PUT', path, token: founder.token, body: {} });
    if (banned.status !== 204) throw new Error(`banning ${person.name} answered ${banned.status} ${banned.code}`);
    const ban = recorder.banned(room, person.name);
    await pause(BANNED_MS);
    const isSure = await this.#takeBack(ban, { person, room, founder });
    await member.open(room);
    if (!banned.wasUnanswered && isSure) return;
    // What was never answered may still be done: not while the next ban is in force.
    await pause(LATE_MS);
    await this.#takeBack(ban, { person, room, founder });
  }

  /**
   * False when some attempt was never answered. A ban that was under way may come after its own end: once more, then.
   */
  async #takeBack(ban: Ban, { person, room, founder }: Omit<Outcast, 'member'>): Promise<boolean> {
    const { caller, recorder } = this.#options;
    const unban = { what: 'DELETE ban', method: 'DELETE', path: `/rooms/${room}/bans/${person.accountId}` };
    const join = { what: 'POST join', method: 'POST', path: `/rooms/${room}/join`, token: person.token, body: {} };
    ban.liftedAt = Math.min(ban.liftedAt, recorder.now());
    for (let isSure = true, tries = 1; ; tries += 1) {
      const lifted = await caller.ask({ ...unban, token: founder.token });
      const joined = await caller.ask(join);
      isSure &&= !lifted.wasUnanswered && !joined.wasUnanswered;
      if (joined.status === 200) return isSure;
      if (joined.code !== 'banned' || tries === TRIES_MAX) {
        throw new Error(`${person.name} coming back answered ${joined.status} ${joined.code}`);
      }
    }
  }

  async #grant(): Promise<void> {
    const { caller, recorder, crowd, consoleKey: token } = this.#options;
    this.#count += 1;
    const { accountId } = crowd.rich[this.#count % crowd.rich.length] as Person;
    const delta = 1 + (this.#count % 5);
    const grant: Stars['grants'][number] = { account: accountId, delta, outcome: 'unknown' };
    recorder.history.stars.grants.push(grant);
    const path = `/console/accounts/${accountId}/stars`;
    const body = { delta, reason: 'gift' };
    const { status } = await caller.ask({
      what: 'POST stars',
      method: 'POST',
      path,
      token,
      body,
      key: `grant-${this.#count}`,
    });
    if (status !== 200) throw new Error(`granting stars answered ${status}`);
    grant.outcome = 'acknowledged';
  }

  /** Also against somebody who opens the same chat from the other side at the same time. */
  async #openDm(): Promise<void> {
    const { caller, crowd } = this.#options;
    const some = () => crowd.rich[Math.floor(Math.random() * crowd.rich.length)] as Person;
    const [one, other] = [some(), some()];
    if (one === other) return;
    const open = ({ token }: Person, { name }: Person) =>
      caller.ask({ what: 'POST dm', method: 'POST', path: `/dm/${name}`, token, body: {} });
    await Promise.all([open(one, other), open(other, one)]);
  }
}
