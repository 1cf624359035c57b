/** Somebody with an e-mail address: registers, opens the link of a mail, forgets the password and chooses another one. */
import type { V1Command } from '#actors/v1/commands.js';
import type { Op } from '../history.js';
import { Person } from '../people/person.js';
import type { World } from '../world.js';
import { links } from './start-mails.js';

const LINK = /token=([A-Za-z0-9_-]{64})/;
/** An address takes few mails in an hour. */
const ROUNDS = 2;
const LOOKS_EVERY_MS = 500;

export class Registrant extends Person {
  readonly #address: string;
  readonly #email: string;

  constructor(world: World, name: string) {
    super(world, name);
    this.#address = `adres-${name}`;
    this.#email = `${name}@meydan.example`;
  }

  async live(): Promise<void> {
    await this.sleep(this.world.plan.mailsMs);
    const registered = await this.#mailed('register');
    const link = registered && (await this.#linkAfter(registered, 'verify'));
    if (!link || (await this.#use('verify', link)).outcome !== 'ok') return;
    // Somebody opens the link of a mail a second time.
    if (this.chance.hits(0.5)) await this.#use('verify', link);
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.sleep(this.world.plan.mailsMs);
      const forgotten = await this.#mailed('forget_password');
      const reset = forgotten && (await this.#linkAfter(forgotten, 'reset'));
      if (!reset) return;
      await this.#use('reset_password', reset);
    }
  }

  /** With other ids at each attempt, as at the edge; null where the world ended. */
  async #mailed(type: 'register' | 'forget_password'): Promise<Op | null> {
    const op = await this.insistOn({ what: type, key: this.#address }, this.via, async ({ node }, tried) => {
      const ids = { link: this.chance.uuid(), mail: this.chance.uuid() };
      tried.rowId = ids.mail;
      const mailed = { ...ids, email: this.#email, language: 'tr' as const, from: 'ağ' };
      const more = { accountId: this.account, passwordHash: 'ilk', sameAs: null };
      const command: V1Command = type === 'register' ? { type, ...mailed, ...more } : { type, ...mailed };
      return node.addresses.tryAsk(this.#address, command);
    });
    return op.outcome === 'ok' ? op : null;
  }

  /** The link in the mail of that request, once it is in the mailbox. */
  async #linkAfter({ rowId }: Op, kind: 'verify' | 'reset'): Promise<string | null> {
    while (!this.world.isOver) {
      const mail = this.world.mails.find(({ id }) => id === rowId);
      const token = mail && LINK.exec(mail.text)?.[1];
      if (token) return links.read(kind, token);
      await this.world.schedule.sleep(LOOKS_EVERY_MS);
    }
    return null;
  }

  #use(type: 'verify' | 'reset_password', link: string): Promise<Op> {
    const hash = this.chance.uuid();
    return this.insistOn({ what: type, key: this.#address, used: link, hash }, this.via, async ({ node }) => {
      const changed = { passwordHash: hash, mail: this.chance.uuid(), language: 'tr' as const };
      const command: V1Command = type === 'verify' ? { type, link } : { type, link, ...changed };
      return node.addresses.tryAsk(this.#address, command);
    });
  }
}
