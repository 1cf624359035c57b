/** Somebody gives their account up: once nothing that they began is under way, and again until it is answered. */
import { isAnswered, type Person } from './person.js';

const AGAIN_MS = 400;

export async function giveUp(person: Person, living: Promise<void>): Promise<void> {
  const { world } = person;
  await person.sleep(world.plan.givesUpMs);
  person.isGone = true;
  await living;
  while (!world.isOver) {
    const { via, account: who } = person;
    const op = world.history.begin({ who, what: 'give_up', room: '', via, begunAt: world.now });
    const answer = await world.ask(via, world.plan.patienceMs, ({ node }) =>
      node.users.tryAsk(person.account, { type: 'give_up' }),
    );
    op.endedAt = world.now;
    op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
    // The first try came through, and its answer did not.
    if (op.outcome === 'unauthorized') op.outcome = 'ok';
    if (isAnswered(op.outcome)) return;
    person.move();
    await person.sleep(AGAIN_MS);
  }
}
