/** Sessions, answers, mentions and outboxes, held against a good history in which one thing was forged. */

import { entriesOf, RoomLog } from './checks/room-log.js';
import { outboxes } from './devices/outboxes.js';
import { History, type Op, type Queued, type Reply, type Wire } from './history.js';
import { mentions } from './mentions/mentions.js';
import { runSeed } from './run-seed.js';
import { sessions } from './sessions/sessions.js';
import type { World } from './world.js';

let good: World;
let history: History;
let logs: Map<string, RoomLog>;

beforeAll(async () => {
  const plan = {
    visitors: 3,
    sessionMs: 0,
    repliesMs: 300,
    devices: 3,
    looksAtOne: true,
    deviceMs: 150,
    ttlMs: 0,
    givesUpMs: 0,
  };
  const run = await runSeed(5, { plan: { ...plan, rooms: 1, shortRooms: 0, faultsMs: 12_000 } });
  expect(run.violations).toEqual([]);
  good = run.world;
}, 120_000);

beforeEach(() => {
  history = Object.assign(new History(), structuredClone({ ...good.history }));
  logs = new Map(good.allRooms.map((room) => [room, new RoomLog(room, entriesOf(good.documents, room))]));
});

const forged = (): World => Object.create(good, { history: { value: history } });
const opOf = (what: string, fits: (op: Op) => boolean = () => true): Op =>
  history.ops.find((op) => op.what === what && op.outcome === 'ok' && fits(op)) as Op;
/** One that is in the log, and was not taken back. */
const replyOf = (fits: (reply: Reply) => boolean): Reply =>
  history.replies.find((reply) => {
    const rows = [...(logs.get(reply.room)?.rows.values() ?? [])];
    return rows.some(({ clientId, isDeleted }) => clientId === reply.key && !isDeleted) && fits(reply);
  }) as Reply;

describe('the checks of sessions', () => {
  it('see a token that was used up twice', () => {
    const renewal = opOf('rotate_session', ({ isAlive }) => isAlive === true);
    history.ops.push({ ...renewal, hash: 'another' });
    expect(sessions(forged())).toContainEqual(`session ${renewal.key}: the token ${renewal.used} was used up twice`);
  });

  it('see a session that is there after it was closed', () => {
    const closing = opOf('close_session');
    const at = closing.endedAt + 1;
    history.ops.push({ ...closing, what: 'view_session', isAlive: true, begunAt: at, endedAt: at + 1 });
    expect(sessions(forged()).join()).toContain(`after close_session ${closing.id}`);
  });

  it('see a session that is gone without an end', () => {
    const ended = new Set(history.ops.filter(({ what }) => what === 'close_session').map(({ key }) => key));
    const opening = opOf('open_session', ({ key }) => !ended.has(key));
    history.ops.push({ ...opening, what: 'view_session', isAlive: false, begunAt: opening.endedAt + 1 });
    expect(sessions(forged()).join()).toContain(`did not find session ${opening.key}`);
  });

  it('see a token that nobody has stored', () => {
    const last = history.ops.findLast(({ what, key, outcome }) => {
      const isEnded = history.ops.some((op) => op.key === key && op.what === 'close_session');
      return what === 'open_session' && outcome === 'ok' && !isEnded;
    }) as Op;
    history.ops = history.ops.filter((op) => op.key !== last.key || op === last);
    last.hash = 'another';
    expect(sessions(forged())).toContainEqual(`lost: open_session ${last.id} of session ${last.key} was acknowledged`);
  });
});

describe('the checks of answers and mentions', () => {
  const judged = () => mentions(forged(), logs).join('\n');

  it('see a row that answers another one', () => {
    const reply = replyOf(() => true);
    reply.replyTo = 'another';
    expect(judged()).toContain(`and was written to another`);
  });

  it('see somebody mentioned who was not named, and somebody named who was not mentioned', () => {
    const reply = replyOf(({ named, room, key }) => {
      const row = [...(logs.get(room)?.rows.values() ?? [])].find(({ clientId }) => clientId === key);
      return named.some((account) => row?.mentioned.includes(account));
    });
    const left = reply.named.splice(0);
    expect(judged()).toContain(`mention: ${reply.key} mentions ${left[0]}`);
    reply.named.push(...left);
    const row = [...(logs.get(reply.room)?.rows.values() ?? [])].find(({ clientId }) => clientId === reply.key);
    const [first] = row?.mentioned ?? [];
    Object.assign(row as object, { mentioned: row?.mentioned.filter((account) => account !== first) });
    expect(judged()).toContain(`mention: ${reply.key} does not mention ${first}`);
  });

  it('see a wrong count', () => {
    const opening = opOf('open_room', ({ unread, isWhole }) => unread?.mentions !== undefined && isWhole === true);
    if (opening.unread?.mentions !== undefined) opening.unread.mentions += 1;
    expect(judged()).toContain(`mentions: open_room ${opening.id} told of`);
  });

  it('see activity that says so without a mention', () => {
    const isPlain = ([, , name, , , , isMention]: Wire['came'][number]) => name === 'room:activity' && !isMention;
    const wire = history.wires.find(({ came }) => came.some(isPlain)) as Wire;
    const found = wire.came.find(isPlain);
    if (found) [found[3], found[6]] = [1, true];
    expect(judged()).toContain('was told of one up to 1, where there is none');
  });
});

describe('the checks of outboxes', () => {
  const sent = (): Queued => history.queued.find((each) => each.sent.length > 0) as Queued;

  it('see a message that was sent twice, or elsewhere', () => {
    const { key } = sent();
    sent().sent.push(1);
    expect(outboxes(history, logs)).toContainEqual(`outbox: ${key} was sent 2 times`);
    sent().sent = [0];
    expect(outboxes(history, logs).join()).toContain(`outbox: ${key} was sent as row 0`);
  });

  it('see messages that came in another order', () => {
    history.queued.reverse();
    expect(outboxes(history, logs).join()).toContain('came before what was written earlier');
  });
});
