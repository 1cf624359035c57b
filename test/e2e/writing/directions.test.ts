/** Texts that are written from right to left, on a page whose own words are not. */
import { createRoomInPage, enter, type PagePerson, say, testId } from '../../support/browsers/page-person.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';

/** Whether the last sign of the newest text stands left of its first one. */
const ENDS_ON_THE_LEFT = `(() => {
  const bodies = document.querySelectorAll('[data-testid="body"]');
  const words = document.createTreeWalker(bodies[bodies.length - 1], NodeFilter.SHOW_TEXT).nextNode();
  const placeOf = (at) => {
    const range = document.createRange();
    range.setStart(words, at);
    range.setEnd(words, at + 1);
    return range.getBoundingClientRect().left;
  };
  return placeOf(words.data.length - 1) < placeOf(0);
})()`;

/** The gaps between the newest bubble and the last line of its words, on the left and on the right. */
const GAPS = `(() => {
  const bodies = document.querySelectorAll('[data-testid="body"]');
  const body = bodies[bodies.length - 1];
  const lines = document.createRange();
  lines.selectNodeContents(body);
  const line = [...lines.getClientRects()].at(-1);
  const box = body.closest('.bubble').getBoundingClientRect();
  return [line.left - box.left, box.right - line.right];
})()`;

walkInChromium('a text from right to left', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it.each([
    ['a line', 'مرحبا بالعالم!', true],
    ['a line of a list', '- السلام عليكم!', true],
    ['a line from left to right', 'Merhaba dünya!', false],
  ])('has its last sign where it ends: %s', async (_, body, isLeft) => {
    await say(ada, body);
    const words = body.replace('- ', '');
    await testId(ada, 'body').last().filter({ hasText: words }).waitFor();
    expect(await ada.page.evaluate<boolean>(ENDS_ON_THE_LEFT)).toBe(isLeft);
  });

  it.each([
    [
      'from right to left',
      'السلام عليكم ورحمة الله وبركاته كيف حالكم اليوم وما هي الأخبار عندكم في المدينة القديمة؟',
      true,
    ],
    [
      'from left to right',
      'Merhaba, bugün nasılsınız, eski şehirde ne var ne yok, yazın oraya yine gidiyor muyuz?',
      false,
    ],
  ])('stands on the side where it begins: %s', async (_, line, isRight) => {
    await say(ada, `${line}\n${line.slice(0, 12)}`);
    await testId(ada, 'body').last().filter({ hasText: line }).waitFor();
    const [left = 0, right = 0] = await ada.page.evaluate<number[]>(GAPS);
    expect(right < left).toBe(isRight);
    expect(Math.min(left, right)).toBeLessThan(20);
  });
});
