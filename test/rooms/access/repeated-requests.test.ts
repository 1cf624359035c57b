/** When an earlier request with the same `client_id` has to be looked for in the store before a decision counts. */
import { mustReadRepeat, Repeaters, readRepeat } from '#actors/room/access/repeats.js';
import type { AnyCommand, Handled } from '#actors/room/handler.js';
import { RoomState } from '#actors/room/model/room-state.js';
import { refuse } from '#actors/runtime/decision.js';
import type { Head } from '#src/domain/rooms/room.js';
import { groupScene } from '../log/facts/scene.js';

const REMEMBERED = 10_000;

const says = (account: string, clientId: string | null = 'c-1', type = 'send_message'): AnyCommand =>
  ({ type, by: { accountId: account, username: account }, draft: { clientId } }) as unknown as AnyCommand;
const accepted = { kind: 'commit' } as Handled;
const refused = refuse('muted', { until: 1 }) as Handled;

/** Of a message that is decided for the first time, by somebody who has not repeated anything. */
const looksFor = (
  state: RoomState,
  command: AnyCommand,
  { handled = accepted, attempt = 0, repeaters = new Repeaters() } = {},
): boolean => mustReadRepeat(state, command, handled, { attempt, repeaters });

/** They repeated a message, and the index found it. */
function repeatersWith(...accounts: string[]): Repeaters {
  const { state } = groupScene();
  const repeaters = new Repeaters();
  for (const account of accounts) {
    state.dedup.set(account, 'c-1', { seq: 2, hash: 'h' });
    repeaters.observe(state, says(account), 1);
  }
  return repeaters;
}

describe('an earlier request', () => {
  it('is not looked for when a message is accepted at the first attempt', () => {
    expect(looksFor(groupScene().state, says('cem'))).toBe(false);
  });

  it('is looked for before a refusal, at a second attempt, and of somebody who has repeated before', () => {
    const { state } = groupScene();
    expect(looksFor(state, says('cem'), { handled: refused })).toBe(true);
    expect(looksFor(state, says('cem'), { attempt: 1 })).toBe(true);
    const repeaters = repeatersWith('cem');
    expect(looksFor(state, says('cem'), { repeaters })).toBe(true);
    expect(looksFor(state, says('eda'), { repeaters })).toBe(false);
  });

  it.each([
    ['a message without a client_id', says('cem', null)],
    ['another command', says('cem', 'c-1', 'edit_message')],
  ])('is not looked for of %s', (_, command) => {
    expect(looksFor(groupScene().state, command, { handled: refused, attempt: 1 })).toBe(false);
  });

  it('is not looked for where memory knows the answer', () => {
    const { state } = groupScene();
    state.dedup.set('cem', 'c-1', null);
    state.dedup.set('cem', 'c-2', { seq: 2, hash: 'h' });
    for (const clientId of ['c-1', 'c-2'])
      expect(looksFor(state, says('cem', clientId), { handled: refused })).toBe(false);
  });

  it('is not looked for in a room that is not there', () => {
    const { state } = groupScene();
    expect(looksFor(new RoomState('room-2'), says('cem'), { handled: refused })).toBe(false);
    (state.head as Head).deleted = true;
    expect(looksFor(state, says('cem'), { handled: refused })).toBe(false);
  });

  it('is looked for once, beside what else was read for the command', () => {
    const { state } = groupScene();
    const command = says('cem');
    state.keepReads(command, { isBlocked: false });
    readRepeat(state, command);
    expect(looksFor(state, command, { handled: refused })).toBe(false);
    expect(state.readsFor(command)).toEqual({ isBlocked: false, isRepeatRead: true });
    expect(looksFor(state, says('cem'), { handled: refused })).toBe(true);
  });
});

describe('somebody who repeats requests', () => {
  it('is one whose message was found at the second attempt', () => {
    expect(repeatersWith('cem').has('cem')).toBe(true);
    expect(repeatersWith('cem').has('eda')).toBe(false);
  });

  it.each([
    ['at the first attempt', says('cem'), 0],
    ['without a client_id', says('cem', null), 1],
    ['by another command', says('cem', 'c-1', 'edit_message'), 1],
    ['that is new', says('cem', 'c-2'), 1],
    ['that is known not to have come', says('cem', 'c-3'), 1],
  ])('is none who sends one %s', (_, command, attempt) => {
    const { state } = groupScene();
    state.dedup.set('cem', 'c-1', { seq: 2, hash: 'h' });
    state.dedup.set('cem', 'c-3', null);
    const repeaters = new Repeaters();
    repeaters.observe(state, command, attempt);
    expect(repeaters.has('cem')).toBe(false);
  });

  it('is forgotten after ten thousand others', () => {
    const others = Array.from({ length: REMEMBERED - 1 }, (_, at) => `other-${at}`);
    const repeaters = repeatersWith('cem', ...others);
    expect(repeaters.has('cem')).toBe(true);
    const further = repeatersWith('cem', ...others, 'eda');
    expect(['cem', 'other-0', 'eda'].map((account) => further.has(account))).toEqual([false, true, true]);
  });
});
