/** A room in memory with a bit of everything in it, and a table of facts to commit to it. */

import { reactionKey } from '#actors/room/log/apply-rows.js';
import { commitEntry } from '#actors/room/log/commit-entry.js';
import type { Plan, RowDraft } from '#actors/room/model/plan.js';
import { RoomState } from '#actors/room/model/room-state.js';
import type { Turned } from '#actors/runtime/kind.js';
import { FORMAT } from '#src/domain/format.js';
import type { Fact } from '#src/domain/log/log.js';
import { noContent, type Row } from '#src/domain/messages/message.js';
import { messageId } from '#src/domain/messages/message-id.js';
import { defaultSettings, type RoomSettings } from '#src/domain/rooms/room.js';
import { VirtualEnv } from '../../../support/time/virtual-env.js';

export const HOUR = 3_600_000;
export const UUID = '01234567-89ab-4cde-8f01-23456789abcd';
export const settings: RoomSettings = { ...defaultSettings, name: 'Kahve' };
const START = 1_767_225_600_000;

type Said = Partial<RowDraft> & { owner: string | null };

export const rowBy = ({ owner, ...said }: Said): RowDraft => ({
  ...noContent,
  kind: 'text',
  clientId: null,
  sender: owner === null ? null : { accountId: owner, username: owner, role: 'member', tag: null },
  replyTo: null,
  discussionOf: null,
  audience: 'all',
  event: null,
  mentioned: [],
  mentionsAll: false,
  body: 'merhaba',
  owner,
  ...said,
});

const eventRow = (owner: string, said: Partial<RowDraft> = {}): RowDraft =>
  rowBy({
    owner,
    kind: 'event',
    sender: null,
    body: '',
    event: { type: 'member_joined', username: owner, actor: null, data: {} },
    ...said,
  });

export const joined = (account: string, more: Partial<Extract<Fact, { type: 'member_joined' }>> = {}): Fact => ({
  type: 'member_joined',
  account,
  username: account,
  role: 'member',
  historyFrom: 0,
  mutedUntil: null,
  ...more,
});

/** The id that the row of this entry has: its time and its dice stand still. */
export const idOf = (seq: number): string => messageId(START + seq * HOUR, seq, UUID);

export interface Step {
  by: string | null;
  facts?: Fact[];
  row?: RowDraft;
  more?: Partial<Plan>;
  /** Hours after the entry before; one without. */
  hours?: number;
}

export class Scene {
  readonly state = new RoomState('room-1');
  #now = START;

  commit({ by, facts = [{ type: 'message_posted' }], row, more = {}, hours = 1 }: Step): Turned {
    this.#now += hours * HOUR;
    this.state.now = this.#now;
    const env = Object.assign(new VirtualEnv(), { uuid: () => UUID });
    const plan: Plan = { kind: 'commit', by, facts, reply: ({ seq }) => ({ seq }), ...(row && { row }), ...more };
    return commitEntry(this.state, plan, {
      id: 'room-1',
      now: this.#now,
      env,
      owner: 'owner-1',
      format: FORMAT,
      attempt: 0,
    });
  }
}

/** ada founds it, bob is an admin with a key, cem and eda are members; what stands at which seq is said beside it. */
export function groupScene(changes: Partial<RoomSettings> = {}): Scene {
  const scene = new Scene();
  const founded: Fact = {
    type: 'room_created',
    kind: 'group',
    slug: 'kahve',
    founder: 'ada',
    settings: { ...settings, ...changes },
  };
  scene.commit({ by: 'ada', facts: [founded, joined('ada', { role: 'founder' })] });
  scene.commit({ by: 'bob', facts: [joined('bob')], row: eventRow('bob') });
  scene.commit({ by: 'cem', facts: [joined('cem')], row: eventRow('cem', { audience: 'admins' }) });
  scene.commit({ by: 'eda', facts: [joined('eda', { historyFrom: 1 })], row: eventRow('eda', { audience: 'hidden' }) });
  const role = { type: 'role_changed', account: 'bob', role: 'admin', actor: 'ada' } as const;
  scene.commit({ by: 'ada', facts: [role] });
  // 6: mentions bob and eda by name. 7: a survey. 8: said to all. 9: the first row was edited.
  scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', clientId: 'c-6', mentioned: ['bob', 'eda'] }) });
  scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', kind: 'survey' }) });
  scene.commit({ by: 'bob', row: rowBy({ owner: 'bob', mentionsAll: true, mentioned: ['ada', 'cem', 'eda'] }) });
  const content = { ...noContent, body: 'düzeltildi' };
  scene.commit({
    by: 'cem',
    facts: [{ type: 'message_edited', row: 6, id: idOf(6), content, edits: [] }],
  });
  scene.commit({ by: 'ada', facts: [{ type: 'message_pinned', row: 7, id: idOf(7), pins: [idOf(7)] }] });
  for (const account of ['bob', 'cem'])
    for (const seq of [6, 7]) scene.state.reactions.set(reactionKey('room-1', seq, account), null);
  return scene;
}

/** Ada opens a direct chat with Bob. */
export const opening: Step = {
  by: 'ada',
  facts: [
    {
      type: 'room_created',
      kind: 'dm',
      slug: 'dm-1',
      pair: ['ada', 'bob'],
      generation: 1,
      by: 'ada',
      price: 0,
      settings,
    },
    joined('ada'),
    joined('bob'),
  ],
};

export function dmScene(): Scene {
  const scene = new Scene();
  scene.commit(opening);
  scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', mentioned: ['bob'] }) });
  scene.commit({ by: 'bob', row: rowBy({ owner: 'bob' }) });
  return scene;
}

const laterInvite = {
  code: 'davet',
  createdBy: 'bob',
  createdAt: 1,
  expiresAt: null,
  maxUses: 9,
  uses: 5,
  cancelled: true,
} as unknown as Extract<Fact, { type: 'invite_created' }>['invite'];

/** Changes of everything that a fact can change, for what must not be undone by an older one. */
export function laterSteps({ state }: Scene): Step[] {
  const about = (row: number) => ({ row, id: idOf(row) });
  const present = ['ada', 'bob', 'cem', 'eda', 'can'].filter((account) => state.memberOf(account) !== null);
  const others = present.filter((account) => account !== 'ada');
  const gone = ['bob', 'cem', 'eda'].filter((account) => state.members.get(account)?.present === null);
  const back = gone.map((account): Step => ({ by: account, facts: [joined(account)] }));
  const ofPeople = others.map(
    (account): Step => ({
      by: 'ada',
      facts: [{ type: 'role_changed', account, role: 'admin', actor: 'ada' }],
    }),
  );
  const keys = others.map(
    (account): Step => ({
      by: 'ada',
      facts: [{ type: 'admin_permissions_changed', account, granted: ['group.can_pin_message'] }],
    }),
  );
  const ofRows: Fact[] = [
    { type: 'message_edited', ...about(6), content: { ...noContent, body: 'son' }, edits: [9] },
    { type: 'discussion_changed', ...about(8), discussion: { open: true, count: 4, lastAt: 9 } },
    { type: 'survey_voted', ...about(7), account: 'cem', options: [0], votes: [3, 0] },
    { type: 'message_pinned', ...about(8), pins: [idOf(8), idOf(6)] },
    { type: 'photo_primary_changed', photos: [], avatar: 'p-9' },
    { type: 'reaction_changed', ...about(6), account: 'bob', emoji: '🎉', on: true, reactions: { '🎉': 1 } },
    { type: 'room_settings_changed', settings: { name: 'Son', messageTtlHours: 500 }, denied: [] },
    { type: 'member_banned', account: 'nil', username: 'nil', reason: null, actor: 'ada' },
    { type: 'request_made', account: 'eda', username: 'eda' },
    { type: 'member_banned', account: 'can', username: 'can', reason: 'son', actor: 'ada' },
    { type: 'request_made', account: 'can', username: 'can' },
    { type: 'invite_cancelled', invite: laterInvite },
  ];
  const founder = others[0];
  const handed: Step[] = founder
    ? [
        {
          by: 'ada',
          facts: [{ type: 'founder_changed', account: founder, username: founder, from: 'ada', fromGranted: [] }],
        },
      ]
    : [];
  return [
    ...back,
    ...ofPeople,
    ...keys,
    ...handed,
    ...ofRows.map((fact) => ({ by: 'ada', facts: [fact] })),
    { by: 'ada', row: rowBy({ owner: 'ada' }) },
  ];
}

export const rowOf = (scene: Scene, seq: number): Row => scene.state.rowAt(seq) as Row;
export { eventRow };
