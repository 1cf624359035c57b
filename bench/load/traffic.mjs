/** The operations of people, by the scenario's mix; every answer and event goes into the record. */
import { drawerOf } from '../lib/chance.mjs';
import { Histogram } from '../lib/histogram.mjs';
import { textOf } from './room-history.mjs';

const TRIES_MAX = 100;
const AGAIN_AFTER_MS = 100;
const RECENT = 40;
const EMOJIS = ['👍', '❤️', '😂'];
/** The outcome may be unknown, or the answer is: later. */
const passing = new Set(['no_answer', 'unavailable', 'overloaded', 'rate_limited']);

export class Traffic {
  latencies = new Map();
  refused = new Map();
  #drive;
  #chance;
  #rooms;
  #scenario;
  #draw;
  #tokens = 0;

  constructor(drive, rooms, scenario, chance) {
    this.#drive = drive;
    this.#rooms = rooms;
    this.#scenario = scenario;
    this.#chance = chance;
    this.#draw = drawerOf(scenario.mix, chance);
  }

  /** One operation, drawn; `intendedAt` is when it should have begun. */
  start = async (intendedAt) => {
    const room = this.#chance.pick(this.#rooms);
    let operation = this.#draw();
    if (!this.#canDo(operation, room)) operation = 'send';
    await this[`_${operation}`](room, this.#chance.pick(room.talkers));
    let latency = this.latencies.get(operation);
    if (!latency) this.latencies.set(operation, (latency = new Histogram()));
    latency.record(performance.now() - intendedAt);
  };

  /** One change of a message at a time, so that its expected state afterwards is certain. */
  #canDo(operation, { recent, movers }) {
    if (operation === 'move') return movers.some(({ busy }) => !busy);
    if (operation === 'send' || operation === 'read' || operation === 'list') return true;
    return recent.some(({ busy, deletionTried }) => !busy && !deletionTried);
  }

  #someMessage({ recent }) {
    return this.#chance.pick(recent.filter(({ busy, deletionTried }) => !busy && !deletionTried));
  }

  _send(room, person) {
    return this.#say(room, person, null);
  }

  _reply(room, person) {
    return this.#say(room, person, this.#someMessage(room).id);
  }

  async #say(room, person, replyTo) {
    const token = `t${(this.#tokens += 1)}`;
    const sentAt = performance.now();
    const body = textOf(token, 0, this.#scenario.bodyBytes);
    const answer = await this.#persist(() => this.#drive.send(person, room.place, { clientId: token, body, replyTo }));
    if (!answer.ok) return;
    const times = { sentAt, ackedAt: performance.now() };
    const state = { version: 0, versionTried: 0, deleted: false, deletionTried: false, busy: false };
    const message = {
      ...times,
      ...state,
      token,
      person,
      id: answer.id,
      seq: answer.seq,
      reactions: new Map(),
      reacted: new Set(),
    };
    room.record.messages.set(token, message);
    room.recent.push(message);
    if (room.recent.length > RECENT) room.recent.shift();
  }

  async _edit(room) {
    const message = this.#someMessage(room);
    message.versionTried += 1;
    const body = textOf(message.token, message.versionTried, this.#scenario.bodyBytes);
    const answer = await this.#changing(message, () => this.#drive.edit(message.person, room.place, message.id, body));
    if (answer.ok) message.version = message.versionTried;
  }

  async _delete(room) {
    const message = this.#someMessage(room);
    message.deletionTried = true;
    const answer = await this.#changing(message, () => this.#drive.remove(message.person, room.place, message.id));
    message.deleted = answer.ok;
  }

  async _react(room, person) {
    const message = this.#someMessage(room);
    const emoji = this.#chance.pick(EMOJIS);
    const key = `${person.name} ${emoji}`;
    const answer = await this.#changing(message, () => this.#drive.react(person, room.place, message.id, emoji));
    if (!answer.ok || message.reacted.has(key)) return;
    message.reacted.add(key);
    message.reactions.set(emoji, (message.reactions.get(emoji) ?? 0) + 1);
  }

  async #changing(message, change) {
    message.busy = true;
    const answer = await this.#persist(change);
    message.busy = false;
    return answer;
  }

  _read(room, person) {
    return this.#persist(() => this.#drive.markRead(person, room.place, room.recent.at(-1)?.seq ?? 1));
  }

  _list(room, person) {
    const after = Math.max(0, (room.recent[0]?.seq ?? 1) - 1);
    return this.#persist(() => this.#drive.list(person, room.place, after, 50));
  }

  /** In or out; a member who has left asks once more, and must get nothing. */
  async _move(room) {
    const mover = room.movers.find(({ busy }) => !busy);
    mover.busy = true;
    const { person } = mover;
    const answer = await this.#persist(() => this.#drive[mover.isIn ? 'leave' : 'join'](person, room.place));
    // Out already: an earlier attempt had got through, its answer had not.
    const isDone = answer.ok || (mover.isIn && answer.code === 'not_member');
    if (isDone) mover.isIn = !mover.isIn;
    if (isDone && !mover.isIn) {
      const probe = await this.#drive.list(person, room.place, 0, 1);
      if (probe.ok) room.record.answersToOutsiders.push(`${person.name} could read after leaving`);
    }
    mover.busy = false;
  }

  /** Again while the answer is none, or: later. A message keeps its client_id, so it is stored once. */
  async #persist(attempt) {
    for (let tries = 1; ; tries += 1) {
      const answer = await attempt();
      if (answer.ok) return answer;
      this.refused.set(answer.code, (this.refused.get(answer.code) ?? 0) + 1);
      if (!passing.has(answer.code) || tries === TRIES_MAX) return answer;
      await new Promise((resolve) => setTimeout(resolve, answer.retryAfterMs ?? AGAIN_AFTER_MS));
    }
  }
}
