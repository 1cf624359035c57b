/** Somebody who logs in on devices, renews their tokens, sometimes with one token twice, and logs out. */
import type { UserCommand } from '#actors/user/commands.js';
import type { Op } from '../history.js';
import { Person } from '../people/person.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';

type Doing = 'log in' | 'renew' | 'renew twice' | 'log out' | 'look' | 'name a device' | 'silence a device';

const doings: Record<Doing, number> = {
  'log in': 5,
  renew: 14,
  'renew twice': 6,
  'log out': 5,
  look: 10,
  'name a device': 9,
  'silence a device': 2,
};
/** The service keeps a hundred; a person of the simulator gets by with less. */
const HELD_MAX = 4;
/** Longer than any run. */
const NEVER_MS = 86_400_000;

/** A session and the token that was good when somebody last heard of it. */
interface Held {
  id: string;
  hash: string;
}

type Command = UserCommand & { type: 'open_session' | 'rotate_session' | 'close_session' | 'view_session' };

export class Visitor extends Person {
  readonly #held: Held[] = [];

  constructor(world: World, name: string) {
    super(world, name);
  }

  async live(): Promise<void> {
    for (;;) {
      await this.sleep(this.world.plan.thinkMs);
      if (this.world.isOver) return;
      const held = this.#held.length > 0 ? this.chance.pick(this.#held) : null;
      const doing = this.chance.weighed<Doing>(doings);
      if (!held || (doing === 'log in' && this.#held.length < HELD_MAX)) await this.#logIn();
      else await this.#use(held, doing);
    }
  }

  async #use(held: Held, doing: Doing): Promise<void> {
    if (doing === 'renew') await this.#renew(held, [this.#secret()]);
    else if (doing === 'renew twice') await this.#renew(held, [this.#secret(), this.#secret()]);
    else if (doing === 'log out') await this.#logOut(held);
    else if (doing === 'look') await this.#look(held);
    else if (doing === 'name a device') await this.#nameDevice(held);
    else if (doing === 'silence a device') await this.#insist(held, { type: 'forget_token', sessionId: held.id });
  }

  async #logIn(): Promise<void> {
    const held = { id: this.chance.uuid(), hash: this.#secret() };
    const op = await this.#session(held, {
      type: 'open_session',
      sessionId: held.id,
      refreshHash: held.hash,
      refreshExpiresAt: this.#endsAt(),
    });
    if (op.outcome === 'ok') this.#held.push(held);
  }

  /** Two programs that share a token may use it at the same time: one of them gets the next one. */
  async #renew(held: Held, hashes: readonly string[]): Promise<void> {
    const used = held.hash;
    const tried = hashes.map(async (refreshHash, at) => {
      const command: Command = {
        type: 'rotate_session',
        sessionId: held.id,
        usedHash: used,
        isGenuine: true,
        refreshHash,
        refreshExpiresAt: this.#endsAt(),
      };
      const via = at === 0 ? this.via : this.chance.pick(this.world.plan.nodes);
      return { op: await this.#session(held, command, via), refreshHash };
    });
    const all = await Promise.all(tried);
    const renewed = all.find(({ op }) => op.outcome === 'ok' && op.isAlive);
    if (renewed) held.hash = renewed.refreshHash;
    else this.#drop(held);
  }

  async #logOut(held: Held): Promise<void> {
    await this.#session(held, { type: 'close_session', sessionId: held.id });
    this.#drop(held);
    // Somebody else has the token, or its owner pressed the button twice.
    if (this.chance.hits(0.5)) await this.#look(held);
  }

  async #look(held: Held): Promise<void> {
    const op = await this.#session(held, { type: 'view_session', sessionId: held.id });
    if (op.outcome === 'ok' && !op.isAlive) this.#drop(held);
  }

  async #nameDevice(held: Held): Promise<void> {
    const id = `${held.id}-${this.chance.pick(['bir', 'iki'])}`;
    const push = { id, token: id };
    await this.#insist(held, { type: 'set_device', sessionId: held.id, fields: { platform: 'android' }, push });
  }

  /** Until it is answered; `isAlive` tells whether the session was there. */
  #session(held: Held, command: Command, via = this.via): Promise<Op> {
    const about: Partial<Op> = { key: held.id };
    if (command.type === 'rotate_session') Object.assign(about, { used: command.usedHash, hash: command.refreshHash });
    if (command.type === 'open_session') about.hash = command.refreshHash;
    if ('refreshExpiresAt' in command) about.until = command.refreshExpiresAt;
    return this.insistOn({ ...about, what: command.type }, via, async ({ node }, op) => {
      const answer = await node.users.tryAsk(this.account, command);
      if (!answer.ok) return answer;
      const value = answer.value as { session: { refreshHash?: string } | null } | null;
      op.isAlive = Boolean(value?.session);
      return answer;
    });
  }

  #insist(held: Held, command: UserCommand): Promise<Op> {
    return this.insistOn({ key: held.id, what: command.type }, this.via, ({ node }) =>
      node.users.tryAsk(this.account, command as UserCommand & { type: 'forget_token' }),
    );
  }

  #drop(held: Held): void {
    const at = this.#held.indexOf(held);
    if (at >= 0) this.#held.splice(at, 1);
  }

  #endsAt(): number {
    const { plan, now } = this.world;
    return EPOCH + Math.round(now) + (plan.sessionMs === 0 ? NEVER_MS : plan.sessionMs);
  }

  #secret(): string {
    return this.chance.uuid().slice(0, 8);
  }
}
