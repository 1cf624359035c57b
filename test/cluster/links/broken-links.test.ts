/** Requests whose link breaks: their answers may have come by the link from the other node, and wait to be read. */
import type { Carrier } from '#src/cluster/carrier.js';
import { MessageTransport } from '#src/cluster/message-transport.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';

const LAST_ANSWERS_MS = 500;

function node() {
  const env = new VirtualEnv();
  let hear: (from: string, text: string, isToAll: boolean) => void = () => undefined;
  let lose: (to: string) => void = () => undefined;
  const carrier: Carrier = {
    listen: async () => undefined,
    carry: async () => undefined,
    carryToAll: async () => undefined,
    onText: (handler) => {
      hear = handler;
    },
    onLoss: (handler) => {
      lose = handler;
    },
    close: async () => undefined,
  };
  const transport = new MessageTransport({ carrier, env, onError: () => undefined });
  const ended: string[] = [];
  const ask = (to: string, question: string) => {
    transport.request(to, question, 60_000).then(
      (answer) => ended.push(`${question}: ${answer}`),
      (error: Error) => ended.push(`${question}: ${error.message}`),
    );
  };
  const answer = (from: string, id: number) => hear(from, JSON.stringify([['a', id, true, 'an answer']]), false);
  return { env, ask, answer, lose: (to: string) => lose(to), ended };
}

it('takes an answer that is read after the link to the other node has broken, and gives up the rest', async () => {
  const { env, ask, answer, lose, ended } = node();
  for (const question of ['first', 'second']) ask('bb', question);
  ask('cc', 'of another node');
  lose('bb');
  await breath();
  expect(ended).toEqual([]);
  answer('bb', 1);
  await env.advance(LAST_ANSWERS_MS - 1);
  expect(ended).toEqual(['first: an answer']);
  await env.advance(1);
  expect(ended).toEqual(['first: an answer', 'second: the link broke']);
});

it('does not give up what goes over the next link', async () => {
  const { env, ask, answer, lose, ended } = node();
  ask('bb', 'lost');
  lose('bb');
  ask('bb', 'later');
  await env.advance(LAST_ANSWERS_MS);
  expect(ended).toEqual(['lost: the link broke']);
  answer('bb', 2);
  await breath();
  expect(ended).toEqual(['lost: the link broke', 'later: an answer']);
});
