/** Mistakes in what is refused. */
import { Router } from '#actors/cluster/router.js';
import type { ActorClient, Answer } from '#actors/runtime/client.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedKind } from './changed-kind.js';
import { changedMethod } from './changed-method.js';

type AnyClient = ActorClient<{ type: string }, Record<string, unknown>>;

const EVERY = 25;

export const refusalBugs: PlantedBug[] = [
  {
    name: 'now and then a member is taken for a stranger',
    plant: () => ({}),
    patch: () => {
      let turns = 0;
      return changedKind('room', (kind) => ({
        ...kind,
        turn(state, command, at) {
          turns += command.type === 'list_messages' ? 1 : 0;
          const isWrong = command.type === 'list_messages' && turns % EVERY === 0;
          return isWrong ? { kind: 'refuse', refusal: { code: 'not_member' } } : kind.turn(state, command, at);
        },
      }));
    },
  },
  {
    name: 'what was carried out is called refused now and then',
    plant: () => ({}),
    patch: () =>
      changedMethod(Router.prototype, 'client', (real) => {
        return function (this: Router, kind: string) {
          const client = real.call(this, kind) as unknown as AnyClient;
          let edits = 0;
          const tryAsk: AnyClient['tryAsk'] = async (id, command, options) => {
            const answer = await client.tryAsk(id, command, options);
            edits += command.type === 'edit_message' ? 1 : 0;
            const isWrong = answer.ok && command.type === 'edit_message' && edits % 5 === 0;
            return isWrong ? ({ ok: false, code: 'muted' } as Answer<never>) : answer;
          };
          return { ...client, tryAsk };
        };
      }),
  },
];
