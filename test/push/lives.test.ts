/**
 * Random lives of a room whose people come and go, with a push service that fails and a follower that dies. Whatever
 * happens, in the end everybody has been told of the newest thing they have not read, and nobody of their own words.
 */
import type { Caller } from '#src/domain/accounts/account.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { seededRandom } from '../support/time/seeded-random.js';
import { PushFixture } from './support/push-fixture.js';

const LIVES = Number(process.env.PUSH_LIVES ?? 6);
const STEPS_MAX = 60;
const MINUTE_MS = 60_000;

describeOnBothEngines('random lives of pushes', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('that are lived to their end', () => {
    let fixture: PushFixture;
    beforeEach(async () => {
      fixture = await PushFixture.open(await openStore());
    });
    afterEach(() => fixture[Symbol.asyncDispose]());

    it.each(Array.from({ length: LIVES }, (_, at) => 1_000 + at))(
      'leave nobody untold (seed %d)',
      async (seed) => {
        const random = seededRandom(seed);
        const people = [...(await fixture.phones('ada', 'bob', 'cem'))];
        await fixture.found(people[0] as Caller, people.slice(1));
        const said: { id: string; by: string }[] = [];
        const somebody = () => people[Math.floor(random() * people.length)] as Caller;
        const choices: [weight: number, step: () => Promise<unknown>][] = [
          [
            10,
            async () => {
              const by = somebody();
              said.push({ id: await fixture.say(by, 'söz'), by: by.username });
            },
          ],
          [3, () => fixture.ask(somebody(), { type: 'mark_read', seq: 1_000_000 })],
          [2, async () => fixture.fcm.answerAlways({ status: random() < 0.5 ? 503 : 200 })],
          [2, async () => fixture.clock.move(5_000)],
          [2, () => new Promise((resolve) => setTimeout(resolve, random() * 120))],
          [1, () => fixture.crash()],
        ];
        const total = choices.reduce((sum, [weight]) => sum + weight, 0);
        const steps = 5 + random() * STEPS_MAX;
        for (let done = 0; done < steps; done += 1) {
          let at = random() * total;
          const [, step] = choices.find(([weight]) => (at -= weight) < 0) as (typeof choices)[number];
          await step();
        }
        fixture.fcm.answerAlways({ status: 200 });
        await poll(
          async () => {
            fixture.clock.move(MINUTE_MS);
            return (await fixture.marks()).length === 0;
          },
          { until: 'every push is settled', withinMs: 20_000, everyMs: 50 },
        );
        expect(fixture.results).not.toContain('given_up');
        for (const person of people) {
          const { username } = person;
          const told = new Set(fixture.pushed.filter(({ token }) => token === username).map((push) => push.messageId));
          const own = said.filter(({ by, id }) => by === username && told.has(id));
          const list = await fixture.ask(person, { type: 'view_list_row' });
          const newest = said.findLast(({ by }) => by !== username);
          const isUnread = newest && list && seqOfMessageId(newest.id) > list.readSeq;
          if (isUnread) expect([username, told.has(newest.id)]).toEqual([username, true]);
          expect([username, own]).toEqual([username, []]);
        }
      },
      60_000,
    );
  });
});
