/** Conservation: every balance is the sum of its ledger, none is negative, nothing comes from nowhere or twice. */
import type { Fault, History, Stars } from './history.js';

export function starFaults({ stars }: History): Fault[] {
  return [...unbalanced(stars), ...unpaired(stars), ...unexplained(stars)].map((detail) => ({ kind: 'stars', detail }));
}

function unbalanced({ ledger, balances }: Stars): string[] {
  const sums = sumsOf(ledger);
  return balances.flatMap(({ account, stars }) => {
    const sum = sums.get(account) ?? 0;
    if (stars < 0) return [`${account} has ${stars}`];
    return sum === stars ? [] : [`${account} has ${stars}, and a ledger of ${sum}`];
  });
}

/** What one spends on a chat the other one earns, once for each chat. */
function unpaired({ ledger }: Stars): string[] {
  const sides = new Map<string, number[]>();
  for (const { id, delta, reason } of ledger) {
    if (reason !== 'dm_open') continue;
    const chat = id.replace(/:(spent|earned)$/, '');
    sides.set(chat, [...(sides.get(chat) ?? []), delta]);
  }
  return [...sides]
    .filter(([, deltas]) => deltas.length !== 2 || deltas.reduce((sum, delta) => sum + delta, 0) !== 0)
    .map(([chat, deltas]) => `the chat ${chat} moved ${deltas.join(' and ')}`);
}

/** What was given is what was granted: each acknowledged grant once, and of the others some. */
function unexplained({ grants, ledger }: Stars): string[] {
  const given = sumsOf(ledger.filter(({ reason }) => reason !== 'dm_open'));
  const acked = sumsOf(grants.filter(({ outcome }) => outcome === 'acknowledged'));
  const open = sumsOf(grants.filter(({ outcome }) => outcome === 'unknown'));
  return [...new Set([...given.keys(), ...acked.keys()])].flatMap((account) => {
    const [has, least] = [given.get(account) ?? 0, acked.get(account) ?? 0];
    const most = least + (open.get(account) ?? 0);
    return has >= least && has <= most ? [] : [`${account} was given ${has}, and granted ${least} to ${most}`];
  });
}

function sumsOf(rows: readonly { account: string; delta: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { account, delta } of rows) sums.set(account, (sums.get(account) ?? 0) + delta);
  return sums;
}
