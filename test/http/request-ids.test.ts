/** The id of a request, or of an operation of a socket, is in every log line that its work causes. */
import { createUserKind } from '#actors/user/user-actor.js';
import { createLoggers } from '#src/observability/logger.js';
import { currentRequest, inRequest } from '#src/observability/request-context.js';
import { dial, type Talker, talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';

type Line = Record<string, unknown>;

describe('a mistake of an actor is logged with', () => {
  const lines: Line[] = [];
  let booted: Booted;
  let ada: Person;
  let talker: Talker;
  const failed = () => lines.filter(({ msg }) => msg === 'actor failed').map(({ requestId }) => requestId);

  beforeAll(async () => {
    const loggers = createLoggers('info', { write: (line) => void lines.push(JSON.parse(line)) });
    booted = await bootApp({ parts: { loggers } });
    ada = await booted.person('ada');
    talker = await talk(booted, ada);
    // From now on every command of an account is a mistake.
    const kind = createUserKind({ brand: 'meydan', sessionMaxAgeMs: 1_000_000 });
    const turn = () => {
      throw new Error('planted');
    };
    booted.app.node.system.register({ ...kind, turn });
  });
  beforeEach(() => void lines.splice(0));
  afterAll(async () => {
    talker.close();
    await booted[Symbol.asyncDispose]();
  });

  it('the request that it was made for, as in the line of the request', async () => {
    const ask = (id: string) => booted.ask(ada, 'GET', '/api/me', undefined, { 'x-request-id': id });
    const answers = await Promise.all(['r-1', 'r-2'].map(ask));
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(failed().sort()).toEqual(['r-1', 'r-2']);
    const told = lines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId);
    expect(told.sort()).toEqual(['r-1', 'r-2']);
  });

  it('the operation of a socket, by its connection and number', async () => {
    const token = ada.accessToken;
    for (const _ of [1, 2]) expect((await talker.ask('session:renew', { token })).error.code).toBe('internal_error');
    const [first, second] = failed() as [string, string];
    expect(first).toMatch(/^[0-9a-f]{8}-1\.1$/);
    expect(second).toBe(first.replace(/1$/, '2'));
  });

  it('the connection whose handshake it was', async () => {
    const socket = dial(booted.url, { token: ada.accessToken });
    await poll(() => failed().length > 0, { until: 'the handshake has failed' });
    socket.close();
    expect(failed()).toEqual([expect.stringMatching(/^[0-9a-f]{8}-2$/)]);
  });
});

describe('the context of a request', () => {
  it('is known to everything that the request waits for, and to nothing after its answer', async () => {
    const seen: (string | undefined)[] = [];
    const look = () => void seen.push(currentRequest()?.requestId);
    look();
    let afterwards: Promise<void> = Promise.resolve();
    await inRequest({ requestId: 'r1' }, async () => {
      await null;
      look();
      afterwards = new Promise((resolve) => {
        setTimeout(() => resolve(look()), 1);
      });
    });
    look();
    await afterwards;
    expect(seen).toEqual([undefined, 'r1', undefined, undefined]);
  });
});
