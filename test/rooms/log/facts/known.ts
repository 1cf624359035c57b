/** Facts about what memory has already: a second choice of somebody, a second row, a file with an end. */
import { reactionKey } from '#actors/room/log/apply-rows.js';
import type { Fact } from '#src/domain/log/log.js';
import { eventRow, groupScene, idOf, joined, rowBy, type Scene, type Step } from './scene.js';
import type { Case } from './table.js';

const reacts = (emoji: string, on: boolean): Step => ({
  by: 'bob',
  facts: [{ type: 'reaction_changed', row: 6, id: idOf(6), account: 'bob', emoji, on, reactions: { [emoji]: 1 } }],
});
const votes = (options: number[]): Step => ({
  by: 'cem',
  facts: [{ type: 'survey_voted', row: 7, id: idOf(7), account: 'cem', options, votes: [0, 1] }],
});

const after = (...steps: Step[]): (() => Scene) => {
  return () => {
    const scene = groupScene();
    for (const step of steps) scene.commit(step);
    return scene;
  };
};

function hasNotVoted(): Scene {
  const scene = groupScene();
  scene.state.votes.set(reactionKey('room-1', 7, 'cem'), null);
  return scene;
}

const deletion = (row: number, owner: string): Fact => ({
  type: 'message_deleted',
  row,
  id: idOf(row),
  owner,
  countedAs: 'all',
  mentionsAll: false,
  mentions: [],
  edits: [],
});

const reply = { by: 'bob', row: rowBy({ owner: 'bob', discussionOf: idOf(6) }) };

export const known: Record<string, Case> = {
  'a second reaction of somebody': { scene: after(reacts('👍', true)), step: reacts('🎉', true) },
  'the same reaction once more': { scene: after(reacts('👍', true), reacts('🎉', true)), step: reacts('👍', true) },
  'one of two reactions is taken back': {
    scene: after(reacts('👍', true), reacts('🎉', true)),
    step: reacts('👍', false),
  },
  'somebody of whom it is known that they have not voted votes': { scene: hasNotVoted, step: votes([1]) },
  'a vote is changed': { scene: after(votes([1])), step: votes([0]) },
  'a reply in a discussion is deleted: lists show what they showed': {
    scene: after(reply),
    step: {
      by: 'bob',
      facts: [
        {
          type: 'message_deleted',
          row: 11,
          id: idOf(11),
          owner: 'bob',
          countedAs: 'none',
          mentionsAll: false,
          mentions: [],
          edits: [],
        },
      ],
    },
  },
  'one of several facts changes what lists show': {
    scene: groupScene,
    step: {
      by: 'ada',
      facts: [
        { type: 'member_tagged', account: 'cem', tag: 'usta' },
        { type: 'file_removed', row: 8, id: idOf(8), key: 'k-1', gone: ['k-1'] },
      ],
    },
  },
  'a document with a lifetime is said': {
    scene: groupScene,
    step: {
      by: 'ada',
      row: rowBy({
        owner: 'ada',
        kind: 'document',
        attachment: { key: 'k-2', content_type: 'text/plain', byte_size: 5, until: 99 },
      }),
    },
  },
  'rows expire that nobody sees': {
    scene: groupScene,
    step: {
      by: null,
      facts: [
        {
          type: 'rows_expired',
          upTo: 4,
          sweepAt: null,
          rows: [{ seq: 4, id: idOf(4), audience: 'hidden', edits: [] }],
        },
      ],
    },
  },
  'rows expire, the newest among them': {
    scene: groupScene,
    step: {
      by: null,
      facts: [
        {
          type: 'rows_expired',
          upTo: 8,
          sweepAt: null,
          rows: [6, 8].map((seq) => ({ seq, id: idOf(seq), audience: 'all', edits: [] })),
        },
      ],
    },
  },
  'a sweep that finds nothing': {
    scene: groupScene,
    step: { by: null, facts: [{ type: 'rows_expired', upTo: 0, sweepAt: 99, rows: [] }] },
  },
  'a row without a fact': { scene: groupScene, step: { by: null, facts: [], row: eventRow('cem') } },
  'a forwarded message': {
    scene: groupScene,
    step: { by: 'ada', row: rowBy({ owner: 'ada', forwardedFrom: { slug: 'eski', name: 'Eski' } as never }) },
  },
  'a reaction to the newest message: lists show what they showed': {
    scene: groupScene,
    step: {
      by: 'bob',
      facts: [
        {
          type: 'reaction_changed',
          row: 8,
          id: idOf(8),
          account: 'bob',
          emoji: '👍',
          on: true,
          reactions: { '👍': 1 },
        },
      ],
    },
  },
  'a second message is deleted': {
    scene: after({ by: 'cem', facts: [deletion(6, 'cem')] }),
    step: { by: 'ada', facts: [deletion(7, 'ada')] },
  },
  'a command follows': {
    scene: groupScene,
    step: { by: 'ada', more: { follow: [{ type: 'checkpoint' }] as never } },
  },
  'one who has left joins again': {
    scene: after({ by: 'cem', facts: [{ type: 'member_left', account: 'cem', username: 'cem', reason: 'left' }] }),
    step: { by: 'cem', facts: [joined('cem')] },
  },
};
