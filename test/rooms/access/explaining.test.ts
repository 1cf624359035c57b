/** Why somebody may do something or not: which entries are read for it, and what memory has of it is not forgotten. */
import { explainHandlers } from '#actors/room/access/explain.js';
import { packEntry } from '#actors/room/model/codec.js';
import { Needs } from '#actors/room/model/needs.js';
import type { Reads } from '#actors/room/model/reads.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import { refuse } from '#actors/runtime/decision.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { logId } from '#src/store/collections.js';
import { groupScene, type Scene } from '../log/facts/scene.js';

const { needs: needsOf, handle } = explainHandlers.explain_permission;
const KEY = 'send_message';

const asking = (account: string, atSeq: number | null = null, by = 'ada', permission = KEY) =>
  ({
    type: 'explain_permission',
    by: { accountId: by, username: by, sessionId: 's', language: null },
    account,
    permission,
    atSeq,
  }) as Parameters<typeof handle>[1];

/** cem is muted at 11, may speak again at 12, and members lose a key at 13. */
function scene(): Scene {
  const made = groupScene();
  made.commit({ by: 'ada', facts: [{ type: 'member_muted', account: 'cem', until: Number.MAX_SAFE_INTEGER }] });
  made.commit({ by: 'ada', facts: [{ type: 'member_unmuted', account: 'cem' }] });
  made.commit({ by: 'ada', facts: [{ type: 'member_permissions_changed', denied: ['send_message.links'] }] });
  return made;
}

/** What a command asks of the store, and with what its turn is run afterwards. */
async function reads(state: RoomState, command: ReturnType<typeof asking>, stored: LogEntry[] = []) {
  const asked: unknown[] = [];
  const docs = stored.map(packEntry);
  const reader = {
    range: async (from: string, range: { index: string }) => {
      expect(from).toBe('log');
      asked.push(range);
      return range.index === 'governs' ? docs : [];
    },
    get: async (into: string, id: string) => {
      asked.push([into, id]);
      return docs.find(({ _id }) => _id === id) ?? null;
    },
  };
  const needs = new Needs(state, command);
  needsOf(needs, command, 0);
  if (!needs.complete) {
    const supply = await needs.load({ reader } as never);
    supply(state);
  }
  return { asked, known: state.readsFor(command) as Reads };
}

const explained = (state: RoomState, command: ReturnType<typeof asking>, now = 5) =>
  handle(state, command, { now } as never) as { reply: { allowed: boolean; reason: string; decidedBy: unknown } };

describe('explaining a permission', () => {
  it('reads the newest of what governs the account, and one of what governs all', async () => {
    const { state } = scene();
    const { asked } = await reads(state, asking('cem'));
    const range = { prefix: ['room-1', 'cem'], lte: 13, desc: true, limit: 200 };
    expect(asked).toEqual([
      { index: 'governs', ...range },
      { index: 'governsToo', ...range },
      { index: 'governs', ...range, prefix: ['room-1', '*'], limit: 1 },
    ]);
  });

  it('of a moment in the past what was before it, and when that was', async () => {
    const { state } = scene();
    state.recent = state.recent.filter(({ seq }) => seq > 12);
    const { asked } = await reads(state, asking('cem', 11));
    expect(asked).toContainEqual(expect.objectContaining({ prefix: ['room-1', 'cem'], lte: 11 }));
    expect(asked.at(-1)).toEqual(['log', logId('room-1', 11)]);
  });

  it.each([
    ['of the newest entry', 13],
    ['of one to come', 99],
    ['of one that memory has', 12],
  ])('reads no entry %s', async (_, atSeq) => {
    const { asked } = await reads(scene().state, asking('cem', atSeq));
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ lte: Math.min(atSeq, 13) });
  });

  it('reads nothing for a stranger, nor in a room that is not there', async () => {
    const { state } = scene();
    state.members.set('can', null);
    const asksFor = (by: string) => {
      const needs = new Needs(state, {});
      needsOf(needs, asking('cem', null, by), 0);
      return needs;
    };
    expect((await reads(state, asking('cem', null, 'eda'))).asked).toHaveLength(3);
    state.members.set('can', {
      ...(state.memberOf('cem') as NonNullable<ReturnType<typeof state.memberOf>>),
      present: null,
    });
    expect(asksFor('can').complete).toBe(true);
    state.head = null;
    expect(asksFor('ada').complete).toBe(true);
  });

  it('tells it from the entries in memory, newest first, and only up to the moment asked for', () => {
    const { state } = scene();
    expect(explained(state, asking('cem', 10)).reply).toMatchObject({ allowed: true, reason: 'every_member' });
    expect(explained(state, asking('cem', 11)).reply).toEqual({
      allowed: false,
      reason: 'muted',
      decidedBy: { seq: 11, type: 'member_muted' },
    });
    expect(explained(state, asking('cem', 12)).reply).toMatchObject({ allowed: true });
    expect(explained(state, asking('cem', null, 'ada', 'send_message.links')).reply).toEqual({
      allowed: false,
      reason: 'denied_to_members',
      decidedBy: { seq: 13, type: 'member_permissions_changed' },
    });
  });

  it('goes by the clock for the present, and by the time of the entry for the past', () => {
    const made = groupScene();
    made.commit({ by: 'ada', facts: [{ type: 'member_muted', account: 'cem', until: 1_767_400_000_000 }] });
    const at = (now: number, atSeq: number | null = null) => explained(made.state, asking('cem', atSeq), now).reply;
    expect(at(1_767_399_999_999)).toMatchObject({ allowed: false, reason: 'muted' });
    expect(at(1_767_400_000_000)).toMatchObject({ allowed: true });
    expect(at(1_767_400_000_000, 11)).toMatchObject({ allowed: true });
    made.commit({ by: 'ada', facts: [{ type: 'message_posted' }] });
    expect(at(1_767_400_000_000, 11)).toMatchObject({ allowed: false, reason: 'muted' });
  });

  it('names no entry where none is known', () => {
    const { state } = groupScene();
    state.recent = [];
    expect(explained(state, asking('cem')).reply).toMatchObject({ allowed: false, decidedBy: null });
  });

  it('puts what was read behind what memory has', async () => {
    const made = scene();
    const { state } = made;
    const stored = state.recent.filter(({ seq }) => [3, 11].includes(seq));
    state.recent = state.recent.filter(({ seq }) => seq > 11);
    const command = asking('cem');
    await reads(state, command, stored);
    expect(explained(state, command).reply).toMatchObject({ allowed: true, reason: 'every_member' });
    const past = asking('cem', 11);
    await reads(state, past, stored);
    expect(explained(state, past).reply).toMatchObject({ allowed: false, reason: 'muted' });
  });

  it('asks again when the moment of that entry is not known yet', () => {
    const { state } = scene();
    state.recent = state.recent.filter(({ seq }) => seq > 12);
    expect(explained(state, asking('cem', 11))).toEqual(refuse('unavailable', { retryAfterMs: 100 }));
  });

  it('is for admins, about somebody who is known', () => {
    const { state } = scene();
    expect(explained(state, asking('cem', null, 'cem'))).toEqual(refuse('not_admin'));
    expect(explained(state, asking('can'))).toEqual(refuse('not_found'));
  });
});
