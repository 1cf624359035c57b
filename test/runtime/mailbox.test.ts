import { type Envelope, Mailbox } from '#actors/runtime/mailbox.js';

function envelope(name: string, { weight = 1, urgent = false } = {}): Envelope<string> {
  const settle = () => undefined;
  const state = { attempt: 0, ready: true, rounds: 0, readingSince: null, settled: false };
  return { command: name, weight, urgent, deadline: 1_000, settle, ...state };
}

const fill = (mailbox: Mailbox<string>, count: number, options = {}) =>
  Array.from({ length: count }, (_, at) => mailbox.offer(envelope(`m${at}`, options))).filter(Boolean).length;

describe('a mailbox', () => {
  it('takes 460 ordinary messages, and urgent ones up to 512', () => {
    const mailbox = new Mailbox<string>();
    expect(fill(mailbox, 600)).toBe(460);
    expect(fill(mailbox, 600, { urgent: true })).toBe(52);
    expect(mailbox.size).toBe(512);
    expect(mailbox.offer(envelope('one more', { urgent: true }))).toBe(false);
  });

  it('takes a mebibyte, its last tenth for urgent ones', () => {
    const mailbox = new Mailbox<string>();
    expect(fill(mailbox, 600, { weight: 10_240 })).toBe(92);
    expect(fill(mailbox, 600, { weight: 10_240, urgent: true })).toBe(10);
    expect(mailbox.offer(envelope('a little', { weight: 4_096, urgent: true }))).toBe(true);
    expect(mailbox.offer(envelope('a byte', { weight: 1, urgent: true }))).toBe(false);
  });

  it('takes a single message of any size when it is empty: somebody must be able to refuse it', () => {
    const mailbox = new Mailbox<string>();
    expect(mailbox.offer(envelope('huge', { weight: 5_000_000 }))).toBe(true);
    expect(mailbox.offer(envelope('next'))).toBe(false);
  });

  it('has room again for what was taken out', () => {
    const mailbox = new Mailbox<string>({ messages: 10, bytes: 100 });
    expect(fill(mailbox, 20, { weight: 20 })).toBe(4);
    mailbox.shift();
    expect(mailbox.offer(envelope('again', { weight: 20 }))).toBe(true);
    mailbox.takeAll();
    expect(fill(mailbox, 20, { weight: 20 })).toBe(4);
  });

  it('hands out in the order of arrival, and what was put back before all others', () => {
    const mailbox = new Mailbox<string>();
    for (const name of ['a', 'b', 'c']) mailbox.offer(envelope(name));
    const first = mailbox.shift() as Envelope<string>;
    const second = mailbox.shift() as Envelope<string>;
    mailbox.putBack([first, second]);
    expect(mailbox.takeAll().map(({ command }) => command)).toEqual(['a', 'b', 'c']);
  });

  it('counts what was put back, so that the bound holds for the next ones', () => {
    const mailbox = new Mailbox<string>({ messages: 10, bytes: 1_000 });
    fill(mailbox, 20);
    mailbox.putBack(Array.from({ length: 5 }, () => envelope('again')));
    expect(mailbox.size).toBe(14);
    expect(mailbox.offer(envelope('late'))).toBe(false);
  });

  it('counts the bytes of what was put back, and of what is taken out of its middle', () => {
    const mailbox = new Mailbox<string>({ messages: 100, bytes: 100 });
    const [first, second] = [envelope('first', { weight: 30 }), envelope('second', { weight: 30 })];
    mailbox.putBack([first, second]);
    expect(mailbox.offer(envelope('too much', { weight: 31 }))).toBe(false);
    mailbox.remove(envelope('a stranger', { weight: 30 }));
    expect([mailbox.size, mailbox.offer(envelope('too much', { weight: 31 }))]).toEqual([2, false]);
    mailbox.remove(second);
    expect([...mailbox].map(({ command }) => command)).toEqual(['first']);
    expect(mailbox.offer(envelope('fits', { weight: 60 }))).toBe(true);
    mailbox.remove(first);
    expect(mailbox.peek()?.command).toBe('fits');
  });
});
