/** What a member does with pictures: a link, the upload, a message with it, and some of them are deleted again. */
import { type Member, plainDraft } from '../people/member.js';
import { SeededRandom } from '../time/seeded-random.js';
import { PICTURE, upload } from './object-folder.js';

/** An upload link is good for so long; the client gives up a little earlier. */
export const LINK_MS = 10_000;
const UPLOADED_WITHIN_MS = 8_000;
const DELETED = 0.4;

export class Photographer {
  readonly #member: Member;
  readonly #chance: SeededRandom;
  #sent = 0;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `pictures of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.picturesMs));
      if (world.isOver || this.#member.isGone) return;
      await this.#send(this.#chance.pick(world.rooms));
    }
  }

  async #send(room: string): Promise<void> {
    const { world, name } = this.#member;
    const link = { contentType: 'image/png', thumbType: 'image/png', bytesMax: 1_000 };
    const { op: asked, answer } = await this.#member.attempt(room, { type: 'presign_media', ...link });
    if (!answer?.ok) return;
    await world.schedule.sleep(this.#chance.between(10, 2_000));
    if (world.isOver || world.now > asked.begunAt + UPLOADED_WITHIN_MS) return;
    const keys = [answer.value.full.key, answer.value.thumb.key] as const;
    for (const each of keys) upload(world.objects, each, world.now);
    this.#sent += 1;
    const key = `${name}-resim-${this.#sent}`;
    world.history.pictures.push({ who: this.#member.account, room, key, keys });
    const draft = { ...plainDraft('', key), kind: 'photo' as const, attachment: attachmentOf(keys) };
    const { op, answer: sent } = await this.#member.insist(room, { type: 'send_message', draft }, { key, body: '' });
    if (!sent?.ok) return;
    const { row } = sent.value.message;
    Object.assign(op, { seq: row.seq, rowId: row.id, isDuplicate: sent.value.duplicate });
    if (!this.#chance.hits(DELETED)) return;
    await world.schedule.sleep(this.#chance.between(0, 4_000));
    if (world.isCalm) return;
    await this.#member.insist(room, { type: 'delete_message', messageId: row.id }, { rowId: row.id });
  }
}

export const attachmentOf = ([key, thumb]: readonly [string, string]) => ({
  type: 'photo',
  key,
  thumb_key: thumb,
  content_type: 'image/png',
  width: 1,
  height: 1,
  byte_size: PICTURE.length,
});
