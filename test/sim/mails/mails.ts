/** Mails: each that was asked for arrives, its link works once, and what it did stays. */
import type { V1Account } from '#src/domain/v1/v1-account.js';
import type { MailRow } from '#src/domain/v1/v1-mail.js';
import type { Op } from '../history.js';
import type { World } from '../world.js';

const ALL = { index: '_id', limit: 10_000 };
const isUnknown = ({ outcome }: Op): boolean => outcome === 'lost' || outcome === 'unavailable';

export const isMailPending = ({ documents }: World): boolean => documents.range<MailRow>('mailOutbox', ALL).length > 0;

/** What leaves the outbox has left the service. */
export function watchMails(world: World): void {
  world.documents.watch((name, before, after) => {
    if (name !== 'mailOutbox' || !before || after) return;
    if (!world.mails.some(({ id }) => id === before._id)) world.mistake(`the mail ${before._id} was dropped unsent`);
  });
}

export function mails(world: World): string[] {
  const byAddress = new Map<string, Op[]>();
  for (const op of world.history.ops) {
    if (!['register', 'forget_password', 'verify', 'reset_password'].includes(op.what)) continue;
    byAddress.set(op.key as string, [...(byAddress.get(op.key as string) ?? []), op]);
  }
  const waiting = isMailPending(world) ? ['liveness: a mail still waits'] : [];
  return [...waiting, ...[...byAddress].flatMap(([address, ops]) => [...used(ops), ...stored(address, ops, world)])];
}

/** A link that was never tried before works, and none works twice. */
function used(ops: Op[]): string[] {
  return ops.flatMap((op, at) => {
    if (op.used === undefined) return [];
    const before = ops.slice(0, at).filter((other) => other.used === op.used);
    if (op.outcome === 'ok' && before.some(({ outcome }) => outcome === 'ok'))
      return [`links: ${op.what} ${op.id} used ${op.used} once more`];
    const isRefused = op.outcome.startsWith('invalid_');
    return isRefused && before.length === 0 ? [`unexplained: ${op.what} ${op.id} was ${op.outcome}`] : [];
  });
}

function stored(address: string, ops: Op[], { documents }: World): string[] {
  const account = documents.get<V1Account>('v1Accounts', address);
  const isKnown = ops.some(({ what, outcome }) => what === 'register' && outcome === 'ok');
  if (!isKnown) return [];
  if (!account) return [`lost: ${address} was registered`];
  const found: string[] = [];
  const isVerified = ops.some(({ what, outcome }) => what === 'verify' && outcome === 'ok');
  if (isVerified && account.verifiedAt === null) found.push(`lost: ${address} was verified`);
  const resets = ops.filter(({ what }) => what === 'reset_password');
  const last = resets.findLast(({ outcome }) => outcome === 'ok');
  if (!last || resets.some((op) => isUnknown(op) && op.hash !== last.hash)) return found;
  if (account.passwordHash !== last.hash) found.push(`lost: ${address} has another password than ${last.id} set`);
  return found;
}
