/** Each caller is answered once; what is decided on a stale state goes before what was never decided, a few times. */
import type { Held } from '#actors/runtime/gate.js';
import { type Envelope, Mailbox } from '#actors/runtime/mailbox.js';
import {
  countDecision,
  DECISIONS_MAX,
  failOverdue,
  failUnavailable,
  requeueHeld,
  settle,
} from '#actors/runtime/settle.js';

const unavailable = { ok: false, code: 'unavailable', retryAfterMs: 1_000 };

function envelope(command: string, more: Partial<Envelope<string>> = {}) {
  const answers: unknown[] = [];
  const made: Envelope<string> = {
    command,
    weight: 1,
    urgent: false,
    deadline: 100,
    attempt: 0,
    ready: true,
    rounds: 3,
    readingSince: null,
    settled: false,
    settle: (answer) => answers.push(answer),
    ...more,
  };
  return { envelope: made, answers };
}

const held = (of: Envelope<string> | null): Held<Envelope<string>> => ({
  unit: 1,
  envelope: of,
  heldAt: 0,
  own: 1,
  run: () => undefined,
});

describe('an answer', () => {
  it('is given once', () => {
    const { envelope: one, answers } = envelope('one');
    settle(one, { ok: true, value: 1 });
    failUnavailable(one);
    expect(answers).toEqual([{ ok: true, value: 1 }]);
    expect(one.settled).toBe(true);
  });

  it('says that asking again is right, where nothing is known', () => {
    const { envelope: one, answers } = envelope('one');
    failUnavailable(one);
    expect(answers).toEqual([unavailable]);
  });

  it('comes after so many decisions that proved stale, and not before', () => {
    const { envelope: one, answers } = envelope('one');
    for (let at = 1; at < DECISIONS_MAX; at += 1) countDecision(one);
    expect([one.attempt, answers]).toEqual([DECISIONS_MAX - 1, []]);
    countDecision(one);
    expect([one.attempt, answers]).toEqual([DECISIONS_MAX, [unavailable]]);
  });
});

describe('what was held when its state proved stale', () => {
  it('goes before what waits, without what is answered or was asked by nobody', () => {
    const mailbox = new Mailbox<string>();
    mailbox.offer(envelope('waits').envelope);
    const tired = envelope('tired', { attempt: DECISIONS_MAX - 1 });
    const done = envelope('done', { settled: true });
    const [first, second] = [envelope('first'), envelope('second')];
    const all = [first.envelope, null, done.envelope, tired.envelope, second.envelope];
    requeueHeld(all.map(held), mailbox, 0);
    expect([...mailbox].map(({ command, attempt, rounds }) => [command, attempt, rounds])).toEqual([
      ['first', 1, 3],
      ['second', 1, 3],
      ['waits', 0, 0],
    ]);
    expect([tired.answers, done.answers, done.envelope.attempt]).toEqual([[unavailable], [], 0]);
  });
});

describe('what is durable and waited for trust only', () => {
  it('is not decided again when a later entry proved stale', () => {
    const mailbox = new Mailbox<string>();
    const [stored, later, read] = [envelope('stored'), envelope('later'), envelope('read')];
    const units = [
      { ...held(stored.envelope), unit: 3 },
      { ...held(later.envelope), unit: 4 },
      { ...held(read.envelope), unit: 0 },
    ];
    requeueHeld(units, mailbox, 3);
    expect([...mailbox].map(({ command }) => command)).toEqual(['later', 'read']);
    expect([stored.answers, later.answers, read.answers]).toEqual([[unavailable], [], []]);
  });
});

describe('a deadline', () => {
  it('ends what waits and what is held, at its very millisecond', () => {
    const mailbox = new Mailbox<string>();
    const waiting = [99, 100, 101].map((deadline) => envelope('waits', { deadline }));
    const kept = [99, 100, 101].map((deadline) => envelope('held', { deadline }));
    for (const each of waiting) mailbox.offer(each.envelope);
    failOverdue(mailbox, [held(null), ...kept.map((each) => held(each.envelope))], 100);
    for (const each of [waiting, kept])
      expect(each.map(({ answers }) => answers)).toEqual([[unavailable], [unavailable], []]);
  });
});
