/**
 * An erasure that is cut off after its first step, after its second one, and so on: nothing is ever lost from sight.
 */
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { createErasing, type Erasing } from '#jobs/erase-accounts.js';
import { findReferences } from '#src/store/find-references.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { liveFully } from './full-life.js';

let booted: Booted;
beforeAll(async () => {
  booted = await bootApp();
});
afterAll(() => booted[Symbol.asyncDispose]());

/** One that stops when it has asked actors so often. */
function cutOffAfter(steps: number): Erasing {
  const { node, store, objects } = booted.app;
  let asked = 0;
  const counting = <T extends { tryAsk: unknown }>(client: T): T => ({
    ...client,
    tryAsk: (...about: unknown[]) => {
      asked += 1;
      if (asked > steps) void erasing.stop();
      return (client.tryAsk as (...args: unknown[]) => unknown)(...about);
    },
  });
  const erasing = createErasing({
    rooms: counting(node.rooms),
    users: counting(node.users),
    reader: store,
    objects,
    organizations: counting(node.organizations),
    uploadLinkMs: 600_000,
    now: Date.now,
  });
  return erasing;
}

it('an erasure in a hundred pieces ends like one in one piece', async () => {
  const { ada } = await liveFully(booted);
  await booted.app.node.users.ask(ada.accountId, { type: 'give_up' });
  let pieces = 0;
  while (!(await cutOffAfter(pieces).erase(ada.accountId))) pieces += 1;
  expect(pieces).toBeGreaterThan(20);
  const traces = [];
  for await (const trace of findReferences(booted.app.store, [ada.accountId], ['erasures'])) traces.push(trace);
  expect(traces).toEqual([]);
  const problems = [];
  for await (const verified of verifyAllRooms(booted.app.store)) problems.push(...verified.problems);
  expect(problems).toEqual([]);
}, 240_000);
