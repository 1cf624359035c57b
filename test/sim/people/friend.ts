/** Somebody whom others follow, block and talk to alone; one of them gives the account up. */
import type { UserCommand, UserReplies } from '#actors/user/commands.js';
import { defaultProfile } from '#src/domain/accounts/account.js';
import { upload } from '../files/object-folder.js';
import { attachmentOf } from '../files/photographer.js';
import type { Op } from '../history.js';
import type { World } from '../world.js';
import { plainDraft } from './member.js';
import { enterAccount } from './payer.js';
import { Person } from './person.js';

type Doing = 'follow' | 'unfollow' | 'block' | 'unblock' | 'talk' | 'show once' | 'open once';

const doings = { follow: 8, unfollow: 3, block: 4, unblock: 4, talk: 12 };
const withPictures = { ...doings, 'show once': 6, 'open once': 14 };

/** With accounts that everybody may write to. */
export function makeFriends(world: World): Friend[] {
  const friends = Array.from({ length: world.plan.friends }, (_, at) => new Friend(world, `dost${at}`));
  for (const friend of friends) enterAccount(world.documents, friend, defaultProfile);
  return friends;
}

export class Friend extends Person {
  /** The direct chats that they know, by account. */
  readonly #chats = new Map<string, string>();
  #said = 0;

  constructor(world: World, name: string) {
    super(world, name);
  }

  async live(others: readonly Friend[]): Promise<void> {
    for (;;) {
      await this.sleep(this.world.plan.thinkMs * 2);
      if (this.world.isOver || this.isGone) return;
      const { account } = this.chance.pick(others);
      const doing = this.chance.weighed<Doing>(this.world.plan.picturesMs > 0 ? withPictures : doings);
      if (doing === 'talk') await this.#talk(account);
      else if (doing === 'show once') await this.#showOnce(account);
      else if (doing === 'open once') await this.#openOnce();
      else if (doing === 'block' || doing === 'unblock') await this.#block(account, doing === 'block');
      else await this.#follow(account, doing === 'follow');
    }
  }

  async #follow(target: string, on: boolean): Promise<void> {
    await this.#user({ type: 'set_follow', other: target, on }, { target, what: on ? 'follow' : 'unfollow' });
  }

  /** As the edge does it: the chat of the two knows before the answer leaves. */
  async #block(target: string, on: boolean): Promise<void> {
    await this.insistOn({ target, what: on ? 'block' : 'unblock' }, this.via, async ({ node, dms }) => {
      const answer = await node.users.tryAsk(this.account, { type: 'set_block', other: target, on });
      if (answer.ok) await dms.noteBlock(this.account, target);
      return answer;
    });
  }

  async #talk(target: string): Promise<void> {
    const known = this.#chats.get(target);
    if (known === undefined || this.chance.hits(0.1)) {
      await this.insistOn({ target, what: 'open_chat' }, this.via, async ({ dms }, op) => {
        const { id } = await dms.open(this.by, target);
        this.#chats.set(target, id);
        op.room = id;
        return { ok: true };
      });
      return;
    }
    this.#said += 1;
    const key = `${this.name}-${this.#said}`;
    const draft = plainDraft(`söz ${key}`, key);
    await this.insistOn({ target, what: 'say_alone', room: known, key }, this.via, async ({ node }, op) => {
      const answer = await node.rooms.tryAsk(known, { type: 'send_message', by: this.by, draft });
      if (answer.ok) op.isDuplicate = answer.value.duplicate;
      return answer;
    });
  }

  /** A picture in a direct chat, which the other one may look at once. */
  async #showOnce(target: string): Promise<void> {
    const room = this.#chats.get(target);
    const { world } = this;
    if (room === undefined) return;
    const link = { type: 'presign_media', contentType: 'image/png', thumbType: 'image/png', bytesMax: 1_000 } as const;
    const { answer: links } = await this.attempt(room, link, { target });
    if (!links?.ok) return;
    const keys = [links.value.full.key, links.value.thumb.key] as const;
    for (const each of keys) upload(world.objects, each, world.now);
    this.#said += 1;
    const key = `${this.name}-${this.#said}`;
    const draft = {
      ...plainDraft('', key),
      kind: 'photo' as const,
      attachment: attachmentOf(keys),
      viewOnce: true as const,
    };
    await this.insistOn({ target, what: 'say_alone', room, key }, this.via, async ({ node }, op) => {
      const answer = await node.rooms.tryAsk(room, { type: 'send_message', by: this.by, draft });
      if (answer.ok) op.isDuplicate = answer.value.duplicate;
      if (answer.ok) world.shownOnce.push({ room, rowId: answer.value.message.row.id, to: target });
      return answer;
    });
  }

  /** On one of two devices; the answer may be lost, and the same one may ask again. */
  async #openOnce(): Promise<void> {
    const mine = this.world.shownOnce.filter(({ to }) => to === this.account);
    if (mine.length === 0) return;
    const { room, rowId } = this.chance.pick(mine.slice(-3));
    const key = this.chance.pick(['telefon', 'masa']);
    await this.insistOn({ what: 'open_once', room, rowId, key }, this.via, ({ node }) =>
      node.rooms.tryAsk(room, { type: 'open_once', by: { ...this.by, sessionId: key }, messageId: rowId }),
    );
  }

  async #user<T extends UserCommand & { type: keyof UserReplies }>(command: T, more: Partial<Op>): Promise<void> {
    const about = { what: command.type, ...more };
    await this.insistOn(about, this.via, ({ node }) => node.users.tryAsk(this.account, command));
  }
}
