/** The push job of one node, and the push service that it sends to: both may fail, and what arrives is written down. */
import type { PushReplies } from '#actors/room/commands/push-commands.js';
import type { Env } from '#actors/runtime/env.js';
import { createPushFollower, type PushFollower } from '#jobs/push/push-follower.js';
import type { PassDeps } from '#jobs/push/room-pass.js';
import type { Node } from '#src/node.js';
import type { Reader } from '#src/store/store.js';
import type { SentPush } from '../history.js';
import { slugOf } from '../room-slug.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';

export interface PushSite {
  world: World;
  life: ProcessLifetime;
  env: Env;
  node: Node;
  store: Reader;
  /** Which life of the node it is. */
  number: number;
  name: string;
  isMine(room: string): boolean;
}

/** What the job was told of a room, and when it asked. */
type PushView = Pick<SentPush, 'viewedAt' | 'upTo'>;

/** Until the service is tried at all; short, so that much is pushed within a run. */
const DELAY_MS = 400;
/** While something breaks, the service is out of reach now and then, or its answer is lost. */
const FAILS = 0.15;
const UNANSWERED = 0.1;
const silent = { warn: () => undefined, error: () => undefined };

export function startPushes(site: PushSite): PushFollower {
  const { world, node, store, env, isMine } = site;
  const views = new Map<string, PushView>();
  const rooms: PassDeps['rooms'] = {
    ...node.rooms,
    async tryAsk(room, command) {
      const viewedAt = world.now;
      const answer = await node.rooms.tryAsk(room, command);
      if (command.type === 'view_pushes' && answer.ok) {
        const { upTo } = answer.value as PushReplies['view_pushes'];
        views.set(room, { viewedAt, upTo });
      }
      return answer;
    },
  };
  const { users, userEvents } = node;
  const sender = senderOf(site, (room) => views.get(room) as PushView);
  const follower = createPushFollower({
    rooms,
    users,
    userEvents,
    reader: store,
    sender,
    clock: env,
    log: silent,
    pushed: () => undefined,
    isMine,
    delayMs: DELAY_MS,
  });
  follower.start();
  return follower;
}

function senderOf(site: PushSite, viewOf: (room: string) => PushView): PassDeps['sender'] {
  const { world, life, name, number } = site;
  const chance = new SeededRandom(world.seed, `pushes of ${name}, life ${number}`);
  const { schedule, history } = world;
  return {
    send: ({ token }, { roomSlug, messageId }) =>
      new Promise((resolve) => {
        const room = world.allRooms.find((each) => slugOf(each) === roomSlug) ?? roomSlug;
        const push = { who: token, room, messageId, ...viewOf(room) };
        const arrivesAt = life.leavesAt + chance.between(5, 60);
        const isHeld = life.leavesAt > schedule.now;
        const retry = (why: string) => resolve({ kind: 'retry', why, afterMs: null });
        if (!world.isCalm && chance.hits(FAILS)) return life.comes(arrivesAt, () => retry('it is away'));
        schedule.at(arrivesAt, () => {
          if (isHeld && life.isOver) return;
          history.pushes.push({ ...push, at: world.now });
          const isLost = !world.isCalm && chance.hits(UNANSWERED);
          life.comes(arrivesAt + chance.between(5, 60), () =>
            isLost ? retry('no answer') : resolve({ kind: 'sent' }),
          );
        });
      }),
    close: async () => undefined,
  };
}
