/** Follows and blocks: both sides count the same, and a block that was acknowledged binds everything after it. */
import type { Block } from '#actors/user/commands.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import type { Tally } from '#src/domain/accounts/tally.js';
import type { Op } from '../history.js';
import type { World } from '../world.js';
import { mayBeGone } from './erased.js';

/** What a block between the two forbids to either of them. */
const across = new Set(['follow', 'say_alone', 'open_chat']);
const ALL = { index: '_id', limit: 10_000 };

export function ties(world: World): string[] {
  const ops = world.history.ops.filter(({ target }) => target !== undefined);
  const blocks = ops.filter(({ what }) => what === 'block' || what === 'unblock');
  return [
    ...counts(world),
    ...lost(blocks, world),
    ...ops.filter(({ what }) => across.has(what)).flatMap((op) => judged(op, blocks)),
  ];
}

function counts({ documents }: World): string[] {
  const found: string[] = [];
  const follows = documents.range<Follow>('follows', ALL);
  for (const { _id, followers, following } of documents.range<Tally>('tallies', ALL)) {
    const are = follows.filter(({ followee }) => followee === _id).length;
    const does = follows.filter(({ follower }) => follower === _id).length;
    if (are !== followers) found.push(`follows: ${_id} has ${are} followers, and ${followers} are counted`);
    if (does !== following) found.push(`follows: ${_id} follows ${does}, and ${following} are counted`);
  }
  for (const { account, other, active } of documents.range<Block>('blocks', ALL)) {
    const between = follows.some(({ follower, followee }) => isPair([follower, followee], [account, other]));
    if (active && between) found.push(`follows: ${account} has blocked ${other}, and one of them follows the other`);
  }
  return found;
}

/** What was acknowledged last, if nothing came after it. */
const givenUp = new Set(['lost', 'unavailable']);

function lost(blocks: Op[], { documents, history }: World): string[] {
  return blocks.flatMap((op) => {
    const { what, who, target, outcome, endedAt, id } = op;
    const others = blocks.filter((other) => other !== op && other.who === who && other.target === target);
    if (outcome !== 'ok' || others.some((other) => other.endedAt > op.begunAt && other.begunAt >= op.begunAt))
      return [];
    if (others.some((other) => other.endedAt > op.begunAt && other.outcome !== 'ok')) return [];
    // What was given up may be carried out later, as long as it waits somewhere.
    const mayComeLate = (other: Op) => other.begunAt < op.begunAt && givenUp.has(other.outcome) && other.what !== what;
    if (others.some(mayComeLate)) return [];
    const doc = documents.get<Block>('blocks', `${who}:${target}`);
    if ([who, target ?? ''].some((account) => mayBeGone(history, account, endedAt + 1e9))) return [];
    const isKept = Boolean(doc?.active) === (what === 'block');
    return isKept || endedAt === Number.POSITIVE_INFINITY ? [] : [`lost: ${what} ${id} was acknowledged`];
  });
}

function judged(op: Op, blocks: Op[]): string[] {
  const between = blocks.filter(({ who, target }) => isPair([who, target ?? ''], [op.who, op.target ?? '']));
  if (op.outcome === 'ok' && !op.isDuplicate) {
    const bound = between.find((block) => block.what === 'block' && isInForce(block, op, between));
    return bound ? [`after-block: ${op.what} ${op.id} succeeded after block ${bound.id}`] : [];
  }
  if (op.outcome !== 'blocked' || between.some((block) => mayHold(block, op, between))) return [];
  return [`unexplained: ${op.what} ${op.id} was blocked`];
}

/** Acknowledged before it began, and nothing that could have ended it began before it was over. */
function isInForce(block: Op, op: Op, between: Op[]): boolean {
  if (block.outcome !== 'ok' || block.endedAt >= op.begunAt) return false;
  return !between.some((other) => {
    const isEnd = other.what === 'unblock' && other.who === block.who;
    const mayComeAfter = other.endedAt > block.begunAt || other.outcome !== 'ok';
    return isEnd && mayComeAfter && other.begunAt < op.endedAt;
  });
}

/** Some block may have been there: asked for, and not surely taken back before. */
function mayHold(block: Op, op: Op, between: Op[]): boolean {
  if (block.what !== 'block' || block.begunAt > op.endedAt) return false;
  const isUnknown = block.outcome !== 'ok';
  return !between.some((other) => {
    const isEnd = other.what === 'unblock' && other.who === block.who && other.outcome === 'ok';
    return isEnd && !isUnknown && other.begunAt > block.endedAt && other.endedAt < op.begunAt;
  });
}

const isPair = ([one, other]: [string, string], [a, b]: [string, string]): boolean =>
  (one === a && other === b) || (one === b && other === a);
