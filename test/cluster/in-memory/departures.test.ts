/** Nodes that are no more: which of them were lost, and from when on nobody waits for their answers. */
import { Departures } from '#actors/cluster/departures.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const FORGET_MS = 1_500;
const node = (token: string, isLeaving = false) => ({ name: token, token, isLeaving });

function world() {
  const env = new VirtualEnv();
  const abandoned: string[] = [];
  const told = { lost: 0 };
  const departures = new Departures({ env, abandon: (token) => void abandoned.push(token) });
  departures.onLoss(() => {
    told.lost += 1;
  });
  return { env, departures, abandoned, told };
}

describe('a node that is no more in the lease table', () => {
  it('was lost, which is told at once, unless it was leaving or has said that it left', async () => {
    const { env, departures, abandoned, told } = world();
    departures.learn([node('a'), node('b'), node('c', true)]);
    departures.left('a');
    departures.left('c');
    departures.learn([node('b')]);
    await env.advance(FORGET_MS);
    expect([told.lost, abandoned]).toEqual([0, ['a', 'c']]);
    departures.learn([]);
    expect(told.lost).toBe(1);
  });

  it('was not lost where its last message comes after the table', async () => {
    const { env, departures, told } = world();
    departures.learn([node('a', true)]);
    departures.learn([]);
    await env.advance(FORGET_MS - 1);
    departures.left('a');
    await env.advance(FORGET_MS);
    expect(told.lost).toBe(0);
  });

  it('was lost where it was leaving and its last message never came', async () => {
    const { env, departures, told } = world();
    departures.learn([node('a', true)]);
    departures.learn([]);
    await env.advance(FORGET_MS - 1);
    expect(told.lost).toBe(0);
    await env.advance(1);
    expect(told.lost).toBe(1);
  });

  it('is given up where it stays away, a whole time after it has gone for the last time', async () => {
    const { env, departures, abandoned } = world();
    departures.learn([node('a')]);
    departures.learn([]);
    await env.advance(FORGET_MS - 1);
    departures.learn([node('a')]);
    departures.learn([]);
    await env.advance(FORGET_MS - 1);
    expect(abandoned).toEqual([]);
    await env.advance(1);
    expect([abandoned, env.timers]).toEqual([['a'], 0]);
  });

  it('is not given up where it has come back', async () => {
    const { env, departures, abandoned, told } = world();
    departures.learn([node('a', true)]);
    departures.learn([]);
    departures.learn([node('a', true)]);
    await env.advance(2 * FORGET_MS);
    expect([abandoned, told.lost]).toEqual([[], 0]);
  });

  it('is given up by nobody once this node has stopped', async () => {
    const { env, departures, abandoned } = world();
    departures.learn([node('a')]);
    departures.learn([]);
    departures.stop();
    await env.advance(FORGET_MS);
    expect([abandoned, env.timers]).toEqual([[], 0]);
  });

  it('is not taken for one in order because of a word that came before this node knew it', async () => {
    const { departures, told } = world();
    departures.left('a');
    departures.learn([node('a')]);
    departures.learn([]);
    expect(told.lost).toBe(1);
  });
});
