/** A face that changes while a crowd is being told of it: what its owner has hidden by then is shown to nobody. */

import { Connections } from '#http/gateway/connection/connections.js';
import { AvatarBroadcaster, BATCH_MAX } from '#http/gateway/user-events/avatar-broadcaster.js';
import { createPeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const OWNER = 'owner';
const CROWD = BATCH_MAX * 2 + 100;

interface Told {
  peer: string;
  isShown: boolean;
  /** How many times the owner had changed what is shown. */
  changes: number;
}

async function show(store: Store, photoVisibility: string): Promise<void> {
  const photo = { id: 'p1', key: 'k', thumbKey: 't', contentType: 'image/jpeg', byteSize: 1, sizePx: 1, createdAt: 0 };
  const doc = { _id: OWNER, version: 1, profile: { photoVisibility }, photo };
  await store.write([{ op: 'put', in: 'accounts', doc }]);
}

/** A gateway with a crowd in one room; between two batches its owner does what is to be done. */
function gateway(store: Store, meanwhile: (news: AvatarBroadcaster) => Promise<void>) {
  const told: Told[] = [];
  const state = { changes: 0, isDone: false, trouble: null as unknown };
  const connections = new Connections();
  const peers = Array.from({ length: CROWD }, (_, at) => `peer-${at}`);
  for (const accountId of peers) {
    const push = (frame: Buffer) =>
      told.push({ peer: accountId, isShown: !frame.includes('"avatar":null'), changes: state.changes });
    connections.add({ accountId, push } as never);
  }
  const news: AvatarBroadcaster = new AvatarBroadcaster({
    connections,
    reader: store,
    peoplePresenter: createPeoplePresenter({
      reader: store,
      links: { picture: (key: string) => `https://files.example.org/${key}` },
    }),
    memberships: { roomsOf: async () => ['room'], connectedIn: () => peers },
    env: {
      soon(run) {
        if (state.isDone) return setImmediate(run);
        state.isDone = true;
        meanwhile(news).then(() => {
          state.changes += 1;
          run();
        }, onError);
      },
    },
    onError,
  });
  function onError(error: unknown): void {
    state.trouble = error;
  }
  const lastOf = () => new Map(told.map(({ peer, isShown }) => [peer, isShown]));
  return { news, told, state, peers, lastOf };
}

describeOnBothEngines('a crowd that is told of a face', (openStore) => {
  it('sees nothing any more of what its owner hides while some of it are still to be told', async () => {
    const store = await openStore();
    await show(store, 'everyone');
    const { news, told, state, peers, lastOf } = gateway(store, async (running) => {
      await show(store, 'nobody');
      running.avatarChanged(OWNER);
    });
    news.avatarChanged(OWNER);
    await poll(() => told.length >= BATCH_MAX + CROWD, { until: 'all were told, some of them twice' });
    expect(state.trouble).toBeNull();
    expect(told.filter(({ changes, isShown }) => changes > 0 && isShown)).toEqual([]);
    expect([...lastOf().values()].filter((isShown) => isShown)).toEqual([]);
    expect(lastOf().size).toBe(peers.length);
  });

  it('sees nothing of what becomes for followers only, unless it follows', async () => {
    const store = await openStore();
    await show(store, 'followers');
    const ends = [BATCH_MAX * 2 + 1, 3].map((at) => `peer-${at}`) as [string, string];
    const follow = (follower: string, followee: string) => ({
      op: 'put' as const,
      in: 'follows' as const,
      doc: { _id: `${follower}:${followee}`, follower, followee, at: 0 },
    });
    await store.write([follow(ends[0], OWNER), follow(OWNER, ends[1])]);
    const { news, told, state, lastOf } = gateway(store, async () => undefined);
    news.avatarChanged(OWNER);
    await poll(() => told.length === CROWD, { until: 'all were told' });
    expect(state.trouble).toBeNull();
    expect([...lastOf()].filter(([, isShown]) => isShown).map(([peer]) => peer)).toEqual([ends[1], ends[0]]);
  });
});
