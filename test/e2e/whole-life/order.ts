/** What admins do to keep order, and what operators are told. */
import { askConsole, publishShort, shareNewest } from '../../support/browsers/article-person.js';
import { type PagePerson, rowWith, say, testId } from '../../support/browsers/page-person.js';
import {
  act,
  CONSOLE_KEY,
  type Couple,
  closePanel,
  ROOM,
  roomLine,
  showMember,
  showPart,
  showRoom,
  showRooms,
} from '../../support/browsers/two-people.js';
import { inviteLink } from './arriving.js';

/** As a friend would send it: opened in the page that is open anyway. */
async function followLink(person: PagePerson, link: string): Promise<void> {
  await person.page.goto(link);
  await testId(person, 'room-join').click();
}

export function tellOfOrder(couple: () => Couple): void {
  it('mutes: the place to write says until when, and is free again once it is lifted', async () => {
    const { ada, bora } = couple();
    await showMember(ada, 'bora');
    await testId(ada, 'member-mute').click();
    const told = testId(bora, 'composer-muted').filter({ hasText: /\d\d:\d\d saatine kadar susturuldunuz/ });
    await told.waitFor();
    expect(await testId(bora, 'composer').isDisabled()).toBe(true);
    await testId(ada, 'member-unmute').click();
    await told.waitFor({ state: 'detached' });
    await say(bora, 'yeniden buradayım');
    await rowWith(ada, 'yeniden buradayım').waitFor();
  });

  it('takes members the right to write, and gives it back', async () => {
    const { ada, bora } = couple();
    await showPart(ada, 'permissions');
    await testId(ada, 'allow-send_message').uncheck();
    await testId(ada, 'permissions-save').click();
    await bora.page.getByText('Burada yalnızca yöneticiler yazabilir.').waitFor();
    expect(await testId(bora, 'composer').isDisabled()).toBe(true);
    await testId(ada, 'allow-send_message').check();
    await testId(ada, 'permissions-save').click();
    await bora.page.getByText('Burada yalnızca yöneticiler yazabilir.').waitFor({ state: 'detached' });
    await say(bora, 'söz bende');
    await rowWith(ada, 'söz bende').waitFor();
  });

  it('makes an admin, who takes back what somebody else has said', async () => {
    const { ada, bora } = couple();
    await showMember(ada, 'bora');
    await testId(ada, 'make-admin').click();
    await testId(ada, 'grant-group.can_remove_message').check();
    await testId(ada, 'grants-save').click();
    await closePanel(ada);
    await testId(bora, 'room-info').tap();
    await testId(bora, 'way-settings').waitFor();
    await closePanel(bora);
    await say(ada, 'bunu sil');
    await rowWith(bora, 'bunu sil').waitFor();
    await act(bora, 'bunu sil', 'trash');
    await rowWith(ada, 'bunu sil').waitFor({ state: 'detached' });
    await testId(ada, 'event').filter({ hasText: 'bora deleted a message' }).waitFor();
    await showMember(ada, 'bora');
    await testId(ada, 'make-member').click();
    await testId(ada, 'make-admin').waitFor();
    await closePanel(ada);
  });

  it('puts a member out; a link lets them back in', async () => {
    const { ada, bora } = couple();
    await showMember(ada, 'bora');
    await testId(ada, 'member-kick').click();
    await roomLine(bora).waitFor({ state: 'detached' });
    await testId(ada, 'event').filter({ hasText: 'ada removed bora' }).waitFor();
    await followLink(bora, await inviteLink(ada));
    await bora.page.locator(`[data-testid="room"][data-slug="${ROOM}"][data-open="true"]`).waitFor();
  });

  it('bans: no link lets them in until the ban is lifted', async () => {
    const { ada, bora } = couple();
    await showMember(ada, 'bora');
    await testId(ada, 'ban-reason').fill('too loud');
    await testId(ada, 'member-ban').click();
    await roomLine(bora).waitFor({ state: 'detached' });
    const link = await inviteLink(ada);
    await followLink(bora, link);
    await testId(bora, 'notice').filter({ hasText: 'Bu odadan yasaklandınız.' }).waitFor();
    await showPart(ada, 'bans');
    await testId(ada, 'ban').filter({ hasText: 'too loud' }).getByTestId('ban-lift').click();
    await testId(ada, 'ban').waitFor({ state: 'detached' });
    await testId(bora, 'room-join').click();
    await bora.page.locator(`[data-testid="room"][data-slug="${ROOM}"][data-open="true"]`).waitFor();
    await closePanel(ada);
  });

  it('shares an article with everybody; who reads it tells the operators what is wrong with it', async () => {
    const { ada, bora, server } = couple();
    const operator = (method: string, path: string, body?: object) => askConsole(server.url, method, path, body);
    await operator('POST', '/categories', { slug: 'yeme', name: 'Yeme içme' });
    await operator('POST', '/topics', { tag: 'kahve', title: 'Kahve', category: 'yeme' });
    await publishShort(ada, 'Kısa not', 'kahve');
    await shareNewest(ada);
    await testId(ada, 'share-sent').waitFor();
    await testId(ada, 'dialog-close').click();
    const { entries } = await operator('GET', '/entries?status=pending');
    await operator('POST', `/entries/${entries[0].id}/decision`, { decision: 'publish' });
    await showRooms(bora);
    await testId(bora, 'discover').tap();
    await testId(bora, 'topic').filter({ hasText: 'Kahve' }).tap();
    await testId(bora, 'entry').filter({ hasText: 'Kısa not' }).tap();
    await testId(bora, 'report-open').tap();
    await testId(bora, 'report-text').fill('Bunu ben yazmıştım.');
    await testId(bora, 'report-send').tap();
    await testId(bora, 'report-done').waitFor();
    const headers = { Authorization: `Bearer ${CONSOLE_KEY}` };
    const reports = await (await fetch(`${server.url}/api/console/reports`, { headers })).text();
    expect(reports).toContain('Bunu ben yazmıştım.');
    await bora.page.goto(`${server.url}/#/r/${ROOM}`);
    await showRoom(bora);
  });
}
