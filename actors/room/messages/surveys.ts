/** Surveys: the choices of each account are stored one by one, and told only as counts. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { Survey } from '#src/domain/messages/message-kinds.js';
import { isRowTarget, rowTargetNeeds, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { reactionKey } from '../log/apply-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type Asking = CommandOf<'vote' | 'view_votes'>;

export function voteNeeds(needs: Needs, command: Asking): void {
  const { state } = needs;
  const seq = seqOfMessageId(command.messageId);
  rowTargetNeeds(needs, command);
  if (needs.row(seq)) needs.votes(reactionKey(state.id, seq, command.by.accountId));
}

/** A mute takes the voice, not the vote: a count says nothing of anybody. */
export function vote(state: RoomState, command: CommandOf<'vote'>, turn: { now: number }): Handled {
  const asked = surveyOr(state, command, turn.now);
  if (!('survey' in asked)) return asked;
  const { row, survey, mine } = asked;
  if (survey.closes_at !== undefined && turn.now >= survey.closes_at) {
    return refuse('invalid_state', { message: 'This survey is closed.' });
  }
  const options = [...new Set(command.options)].sort((a, b) => a - b);
  const problem = problemOf(options, survey);
  if (problem) return refuse('validation_failed', { fields: { options: [problem] } });
  const before = votesOf(row, survey);
  if (String(options) === String(mine)) return reply({ votes: before, myOptions: mine });
  const votes = before.map((count, option) => count + Number(options.includes(option)) - Number(mine.includes(option)));
  const account = command.by.accountId;
  return {
    kind: 'commit',
    by: account,
    facts: [{ type: 'survey_voted', row: row.seq, id: row.id, account, options, votes }],
    reply: () => ({ votes, myOptions: options }),
  };
}

export function viewVotes(state: RoomState, command: CommandOf<'view_votes'>, turn: { now: number }): Handled {
  const asked = surveyOr(state, command, turn.now);
  if (!('survey' in asked)) return asked;
  return reply({ votes: votesOf(asked.row, asked.survey), myOptions: asked.mine });
}

function surveyOr(state: RoomState, { by, messageId }: Asking, now: number) {
  const target = rowTargetOr(state, by, messageId, now);
  if (!isRowTarget(target)) return target;
  const { row } = target;
  if (row.kind !== 'survey' || row.deletedAt !== null) return refuse('invalid_state');
  const survey = row.attachment as unknown as Survey;
  const mine = state.votes.get(reactionKey(state.id, row.seq, by.accountId))?.options ?? [];
  return { row, survey, mine };
}

const votesOf = ({ votes }: Row, { options }: Survey): number[] => votes ?? options.map(() => 0);

function problemOf(options: number[], survey: Survey): string | null {
  if (options.some((option) => option >= survey.options.length)) return 'names an option that is not there';
  return options.length > 1 && !survey.multiple ? 'may name one option only' : null;
}
