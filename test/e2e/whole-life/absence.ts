/** Without a connection, without the service, and without its people. */
import {
  logOut,
  type PagePerson,
  pendingOnScreen,
  proveAtProvider,
  rowsOnScreen,
  rowWith,
  say,
  testId,
} from '../../support/browsers/page-person.js';
import {
  type Couple,
  chooseName,
  logIn,
  roomLine,
  showDirectChat,
  showMe,
  showRoom,
  showRooms,
} from '../../support/browsers/two-people.js';
import { developer, rest } from '../../support/clients/rest.js';
import { poll } from '../../support/time/poll.js';

const waiting = ({ page }: PagePerson, body: string) =>
  page.locator('[data-testid="message"][data-state="sending"]').filter({ hasText: body });

async function expectSame(ada: PagePerson, bora: PagePerson, lines: string[]): Promise<void> {
  const isQuiet = async () => {
    const [hers, his] = await Promise.all([rowsOnScreen(ada), rowsOnScreen(bora)]);
    const isPending = (await pendingOnScreen(ada)) + (await pendingOnScreen(bora)) > 0;
    return !isPending && hers.at(-1)?.id === his.at(-1)?.id && lines.every((line) => said(hers).includes(line));
  };
  await poll(isQuiet, { until: 'both see the same', withinMs: 30_000 });
  const shown = said(await rowsOnScreen(bora)).filter((body) => lines.includes(body));
  expect([...shown].sort()).toEqual([...lines].sort());
  expect(shown).toEqual(said(await rowsOnScreen(ada)).filter((body) => lines.includes(body)));
}

const said = (rows: { body: string }[]): string[] => rows.map(({ body }) => body);

export function tellOfAbsence(couple: () => Couple): void {
  it('keeps what is written in a tunnel, and has everything afterwards', async () => {
    const { ada, bora, network } = couple();
    network.cut();
    await testId(bora, 'connection-banner').waitFor();
    await say(bora, 'tünelde bir');
    await say(bora, 'tünelde iki');
    await waiting(bora, 'tünelde iki').waitFor();
    await say(ada, 'dışarıda bir');
    await say(ada, 'dışarıda iki');
    await rowWith(ada, 'dışarıda iki').and(ada.page.locator('[data-state="sent"]')).waitFor();
    expect(await rowWith(bora, 'dışarıda iki').count()).toBe(0);
    network.mend();
    await expectSame(ada, bora, ['dışarıda bir', 'dışarıda iki', 'tünelde bir', 'tünelde iki']);
    await testId(bora, 'connection-banner').waitFor({ state: 'detached' });
  });

  it('lives through a killed service on both sides, whatever was being said', async () => {
    const { ada, bora, server } = couple();
    await server.kill();
    await say(ada, 'sustu mu');
    await say(bora, 'sustu galiba');
    for (const person of [ada, bora]) await testId(person, 'connection-banner').waitFor();
    await server.start();
    await bora.page.reload();
    await expectSame(ada, bora, ['sustu mu', 'sustu galiba']);
  }, 120_000);

  it('logs out and in again: the same person, the same rooms', async () => {
    const { bora } = couple();
    await showRooms(bora);
    await logOut(bora);
    await logIn(bora);
    await roomLine(bora).waitFor();
    expect(await testId(bora, 'my-username').textContent()).toBe('bora');
  });

  it('gives up the account for good; the other one sees that nobody is there any more', async () => {
    const { ada, bora, server } = couple();
    await showDirectChat(ada);
    await showMe(bora, 'data');
    await testId(bora, 'delete-name').fill('bora');
    await testId(bora, 'delete-account').tap();
    await proveAtProvider(bora);
    await testId(bora, 'login-provider').waitFor();
    await testId(ada, 'room-title').filter({ hasText: 'Deleted account' }).waitFor();
    await showRoom(ada);
    await ada.page.reload();
    // What was said stays, without the name of whoever said it.
    await rowWith(ada, 'tünelde iki').waitFor();
    await testId(ada, 'event').filter({ hasText: 'Someone joined' }).first().waitFor();
    expect(await ada.page.getByTestId('room').textContent()).not.toContain('bora joined');
    const cem = await developer(server.url, 'cem');
    await expect(rest(server.url, '/users/bora', { token: cem.token })).rejects.toThrow('404');
  });

  it('comes back as somebody new, whom nothing of the old life is left to', async () => {
    const { bora } = couple();
    await logIn(bora);
    await chooseName(bora, 'bora');
    await testId(bora, 'side-create').waitFor();
  });

  it('closes the room, and leaves too', async () => {
    const { ada, server } = couple();
    await testId(ada, 'room-info').click();
    await testId(ada, 'room-delete').click();
    await roomLine(ada).waitFor({ state: 'detached' });
    await showMe(ada, 'data');
    await testId(ada, 'delete-name').fill('ada');
    await testId(ada, 'delete-account').click();
    await proveAtProvider(ada);
    await testId(ada, 'login-provider').waitFor();
    const cem = await developer(server.url, 'cem');
    await expect(rest(server.url, '/rooms/kahve', { token: cem.token })).rejects.toThrow('404');
  });
}
