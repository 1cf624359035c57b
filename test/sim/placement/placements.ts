/** What operators said of slots is kept, and in the calm every slot is where it belongs. */
import { SLOTS } from '#src/domain/slots.js';
import type { Op } from '../history.js';
import type { World } from '../world.js';

/** A slot that is placed on a living node is there, and each slot has a living owner. */
export function isEverySlotInPlace({ leases }: World): boolean {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const owner = leases.ownerNameOf(slot);
    if (owner === null) return false;
    const placed = leases.placementOf(slot);
    if (placed && leases.hasNode(placed.on) && owner !== placed.on) return false;
  }
  return true;
}

export function placements({ history, leases }: World): string[] {
  const bySlot = new Map<string, Op[]>();
  for (const op of history.ops) {
    if (op.what !== 'place_slot') continue;
    bySlot.set(op.key ?? '', [...(bySlot.get(op.key ?? '') ?? []), op]);
  }
  return [...bySlot].flatMap(([slot, ops]) => {
    const last = ops.findLast(({ outcome }) => outcome === 'ok');
    if (!last || ops.some((op) => mayUndo(op, last)) || leases.forgotSince(last.begunAt)) return [];
    const placed = leases.placementOf(Number(slot));
    const isKept =
      last.target === '' ? placed?.by !== 'operator' : placed?.by === 'operator' && placed.on === last.target;
    if (isKept) return [];
    return [
      `lost: ${last.id} put slot ${slot} on ${last.target || 'no node'}, and it is on ${placed?.on} by ${placed?.by}`,
    ];
  });
}

/** What was asked for before and answered to nobody may come late; asked for once more, it is the same. */
const mayUndo = ({ outcome, target, begunAt }: Op, last: Op): boolean =>
  (outcome === 'lost' || outcome === 'unavailable') && (target !== last.target || begunAt > last.begunAt);
