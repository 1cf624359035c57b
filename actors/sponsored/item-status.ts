/** The status of an item: submitted, reviewed, paused, resumed. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { earlierOf, isDecidedSince } from '#src/domain/operators/decided.js';
import { isOver, type Reviewed, type SponsoredItem, submitProblems } from '#src/domain/sponsored/sponsored.js';
import { noSuchRoom } from '#src/domain/sponsored/sponsored-target.js';
import type { CommandOf, Handlers } from './handler.js';
import { changed, itemChange, readPanel, rightRefusal, showingRefusal } from './panel-read.js';
import { committed, type SponsoredState, sponsoredRead } from './sponsored-state.js';
import { roomOf } from './target-room.js';

type Step = CommandOf<'submit_item' | 'pause_item' | 'resume_item'>;
type Submit = CommandOf<'submit_item'>;
type Review = CommandOf<'review_item'>;

const stepRead = sponsoredRead((reader, { by, itemId }: Step, { id }: SponsoredState) =>
  readPanel(reader, id, by, itemId),
);
const reviewRead = sponsoredRead((reader, { itemId }: Review, _: SponsoredState) =>
  reader.get<SponsoredItem>('sponsoredItems', itemId),
);

const submitRead = sponsoredRead(async (reader, command: Submit, state: SponsoredState) => {
  const read = await readPanel(reader, state.id, command.by, command.itemId);
  return { ...read, room: read.item && (await roomOf(reader, read.item)) };
});

function submit(state: SponsoredState, command: Submit, { now }: Turn): Turned {
  const read = submitRead.of(state, command);
  const refusal = showingRefusal(read, state.id);
  if (refusal) return refusal;
  const { item } = read;
  if (!item) return refuse('not_found');
  if (item.status !== 'draft') return refuse('invalid_state');
  const fields = submitProblems(item, now);
  if (item.targetKind === 'room' && read.room !== item.room) fields.target = [noSuchRoom];
  if (Object.keys(fields).length > 0) return refuse('validation_failed', { fields });
  return moved(state, item, { status: 'review', updatedAt: now });
}

function pause(state: SponsoredState, command: CommandOf<'pause_item'>, { now }: Turn): Turned {
  const read = stepRead.of(state, command);
  const refusal = rightRefusal(read, state.id);
  if (refusal) return refusal;
  const { item } = read;
  if (!item) return refuse('not_found');
  if (item.status !== 'live') return refuse('invalid_state');
  return moved(state, item, { status: 'paused', updatedAt: now });
}

function resume(state: SponsoredState, command: CommandOf<'resume_item'>, { now }: Turn): Turned {
  const read = stepRead.of(state, command);
  const refusal = showingRefusal(read, state.id);
  if (refusal) return refusal;
  const { item, balances } = read;
  if (!item) return refuse('not_found');
  if (item.status !== 'paused' || isOver(item, now)) return refuse('invalid_state');
  if (item.left <= 0 || (balances?.impression ?? 0) <= 0) return refuse('no_credit');
  return moved(state, item, { status: 'live', live: item._id, updatedAt: now });
}

/** Approved items are live even where there is no credit yet: they are shown from when there is. */
function review(state: SponsoredState, command: Review, { now }: Turn): Turned {
  const item = reviewRead.of(state, command);
  const { decision, reason, requestId } = command;
  if (item?.organization !== state.id) return refuse('not_found');
  const { reviewed: before, status, _id } = item;
  if (before?.id === requestId) return isSame(before, command) ? reply(item) : refuse('idempotency_conflict');
  if (isDecidedSince(before, requestId)) return refuse('idempotency_conflict');
  if (status !== 'review') return refuse('invalid_state');
  const done = { reviewed: { id: requestId, decision, reason, ...earlierOf(before) }, updatedAt: now };
  if (decision === 'approve') return moved(state, item, { ...done, status: 'live', live: _id });
  return moved(state, item, { ...done, status: 'rejected', rejectReason: reason });
}

/** Earlier versions did not store the reason. */
const isSame = (before: Reviewed, { decision, reason }: Review): boolean =>
  before.decision === decision && (before.reason === undefined || before.reason === reason);

/** An item that is not live is not listed among the live ones. */
function moved(state: SponsoredState, item: SponsoredItem, set: Partial<SponsoredItem>): Turned {
  const change = itemChange(item, set, set.live === undefined ? ['live'] : []);
  return committed(state, [change], changed(item, set));
}

export const itemStatusHandlers: Handlers<'submit_item' | 'pause_item' | 'resume_item' | 'review_item'> = {
  submit_item: { needs: submitRead.load, handle: submit },
  pause_item: { needs: stepRead.load, handle: pause },
  resume_item: { needs: stepRead.load, handle: resume },
  review_item: { needs: reviewRead.load, handle: review },
};
