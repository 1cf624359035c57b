/** Stars: given by operators, spent on opening paid direct chats, each thing tried until it is answered. */
import { defaultProfile, type Profile } from '#src/domain/accounts/account.js';
import type { Documents } from '../edges/documents.js';
import { isAnswered, Person } from './person.js';

export const PRICE = 3;
export const STARS = 10;

export class Payer extends Person {
  #grants = 0;

  /** As the service would have made the account. */
  enter(documents: Documents): void {
    enterAccount(documents, this);
  }

  async live(others: readonly Person[]): Promise<void> {
    for (;;) {
      await this.sleep(this.world.plan.thinkMs * 6);
      if (this.world.isOver) return;
      if (this.chance.hits(0.5)) await this.#open(this.chance.pick(others));
      else await this.#earn();
    }
  }

  async #open(peer: Person): Promise<void> {
    for (;;) {
      const { via, world } = this;
      const op = world.history.begin({
        who: this.account,
        what: 'open_dm',
        room: '',
        via,
        begunAt: world.now,
        target: peer.account,
      });
      const answer = await world.ask(via, world.plan.patienceMs, async ({ dms }) => {
        return { ok: true as const, value: await dms.open(this.by, peer.account) };
      });
      op.endedAt = world.now;
      op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
      if (answer?.ok) op.room = answer.value.id;
      if (isAnswered(op.outcome) || world.isOver) return;
      this.move();
      await this.sleep(400);
    }
  }

  async #earn(): Promise<void> {
    this.#grants += 1;
    const entryId = `grant-${this.name}-${this.#grants}`;
    const delta = this.chance.pick([1, 2, -1]);
    for (;;) {
      const { via, world } = this;
      const op = world.history.begin({
        who: this.account,
        what: 'grant_stars',
        room: '',
        via,
        begunAt: world.now,
        key: entryId,
      });
      const command = { type: 'grant_stars' as const, entryId, delta, reason: 'test' };
      const answer = await world.ask(via, world.plan.patienceMs, ({ node }) =>
        node.users.tryAsk(this.account, command),
      );
      op.endedAt = world.now;
      op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
      if (isAnswered(op.outcome) || world.isOver) return;
      this.move();
      await this.sleep(400);
    }
  }
}

const paid = { ...defaultProfile, dmPolicy: 'paid' as const, dmStarCost: PRICE };

export function enterAccount(documents: Documents, { account, name }: Person, profile: Profile = paid): void {
  documents.attempt({
    op: 'put',
    in: 'accounts',
    doc: {
      _id: account,
      version: 1,
      fingerprint: name,
      developer: true,
      username: name,
      birthDate: null,
      gender: null,
      premium: false,
      createdAt: 0,
      profile: { ...profile },
    },
  });
  documents.attempt({
    op: 'put',
    in: 'tallies',
    doc: { _id: account, stars: STARS, followers: 0, following: 0 },
  });
  documents.attempt({
    op: 'put',
    in: 'ledger',
    doc: { _id: `first-${name}`, account, delta: STARS, reason: 'test', relatedRoom: null, at: 0 },
  });
  documents.attempt({ op: 'put', in: 'usernames', doc: { _id: name, account } });
}
