/** Chapter after chapter of one life; each finds what the ones before it have left. */
import { describeInChromium } from '../../support/browsers/chromium.js';
import { CONSOLE_KEY, type Couple, closeTwoPeople, openTwoPeople } from '../../support/browsers/two-people.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { tellOfAbsence } from './absence.js';
import { tellOfArriving } from './arriving.js';
import { tellOfOrder } from './order.js';
import { tellOfShowing } from './showing.js';
import { tellOfTalking } from './talking.js';

export function tellWholeLife(name: string, settings: () => Record<string, string>): void {
  describeInChromium(name, (browser) => {
    let server: ServerProcess;
    let couple: Couple;
    beforeAll(async () => {
      server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY, ...settings() });
      couple = await openTwoPeople(browser(), server);
    }, 240_000);
    afterAll(() => server?.remove());

    const chapters: [string, (couple: () => Couple) => void][] = [
      ['arriving', tellOfArriving],
      ['talking', tellOfTalking],
      ['showing', tellOfShowing],
      ['order', tellOfOrder],
      ['absence', tellOfAbsence],
    ];
    for (const [chapter, tell] of chapters) describe(chapter, () => tell(() => couple));

    it('leaves a log without a fault', async () => {
      await closeTwoPeople(couple);
      expect(await server.stop()).toBe(0);
      server.verifyLog();
    }, 120_000);
  });
}
