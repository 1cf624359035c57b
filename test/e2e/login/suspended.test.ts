/** What the page shows to a person whose account is suspended, and how the person goes on afterwards. */
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { createRoomInPage, enter, type PagePerson, rowWith, say, testId } from '../../support/browsers/page-person.js';
import { developer, type Person } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const KEY = 'anahtar-'.repeat(5);

describeInChromium('a suspended person in the page', (browser) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let adaByRest: Person;
  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY: KEY });
    ada = await enter(browser(), server.url, 'ada');
    adaByRest = await developer(server.url, 'ada');
  }, 90_000);
  afterAll(() => server.remove());

  const decide = async (method: string, query = '', body?: object) => {
    const account = adaByRest.accountId;
    const answer = await fetch(`${server.url}/api/console/accounts/${account}/suspension${query}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
  };

  it('is told until when and why in both languages, and goes on where it was', async () => {
    await createRoomInPage(ada, 'Kahve', 'kahve');
    await say(ada, 'önce');
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await decide('PUT', '', { until, reason: 'bora şikâyet etti', public_reason: 'No advertising.' });
    await testId(ada, 'suspended').waitFor();
    const card = () => testId(ada, 'suspended').textContent();
    expect(await card()).toContain('Hesabınız askıya alındı');
    expect(await testId(ada, 'suspended-until').textContent()).toMatch(/^Bitiş: .+\.$/);
    expect(await testId(ada, 'suspended-reason').textContent()).toBe('Gerekçe: No advertising.');
    expect(await card()).not.toContain('bora');
    expect(await barriersOn(ada.page)).toEqual([]);

    await testId(ada, 'language-en').click();
    await poll(async () => (await card())?.includes('Your account is suspended'), { until: 'the page speaks English' });
    expect(await testId(ada, 'suspended-until').textContent()).toMatch(/^Until .+\.$/);
    expect(await testId(ada, 'suspended-reason').textContent()).toBe('Reason: No advertising.');

    await ada.page.reload();
    await testId(ada, 'suspended').waitFor();
    const refused = ada.page.waitForResponse((response) => response.status() === 403);
    await testId(ada, 'suspended-again').click();
    await refused;
    await testId(ada, 'suspended').waitFor();

    await decide('DELETE', '?reason=hata');
    await testId(ada, 'suspended-again').click();
    await rowWith(ada, 'önce').waitFor();
  });
});
