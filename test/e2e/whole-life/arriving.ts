/** Before the first word: logins that came to nothing, a name, a room, and the ways into it. */
import type { BrowserContext } from 'playwright-core';
import { barriersOn } from '../../support/browsers/axe.js';
import { createRoomInPage, type PagePerson, proveAtProvider, testId } from '../../support/browsers/page-person.js';
import {
  type Couple,
  chooseName,
  closeDialog,
  closePanel,
  logIn,
  ROOM,
  roomLine,
  showPart,
} from '../../support/browsers/two-people.js';

const refusal = (person: PagePerson, words: string) => testId(person, 'login-error').filter({ hasText: words });

/** What the provider handed over is changed on its way to the service. */
async function withForeignCode(context: BrowserContext, run: () => Promise<void>): Promise<void> {
  const isLogin = (url: URL) => url.pathname === '/api/auth/identity';
  await context.route(isLogin, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), code: 'not-from-the-provider' } }),
  );
  await run();
  await context.unroute(isLogin);
}

export function tellOfArriving(couple: () => Couple): void {
  it('gives up logging in half way, on either side, and stands before the door again', async () => {
    const { ada, bora } = couple();
    await testId(ada, 'login-provider').click();
    await ada.page.getByLabel('Name').waitFor();
    await ada.page.goBack();
    await testId(ada, 'login-provider').click();
    await ada.page.getByLabel('Name').fill('ada');
    await ada.page.getByLabel('Birth date').fill('1991-04-23');
    await ada.page.getByRole('button', { name: 'Continue' }).click();
    await ada.page.getByRole('button', { name: 'Deny' }).click();
    await refusal(ada, 'Login was not completed.').waitFor();
    await bora.page.goto(`${couple().server.url}/?state=of-somebody-else&code=of-somebody-else`);
    await refusal(bora, 'Giriş tamamlanmadı.').waitFor();
    expect(new URL(bora.page.url()).search).toBe('');
    expect(await barriersOn(bora.page)).toEqual([]);
  });

  it('is refused with a proof that is not the provider’s', async () => {
    const { bora } = couple();
    await withForeignCode(bora.context, async () => {
      await logIn(bora);
      await refusal(bora, 'Kimlik sağlayıcısı girişi reddetti.').waitFor();
    });
  });

  it('comes in through the provider, and finds the first name taken', async () => {
    const { ada, bora } = couple();
    await logIn(ada);
    await chooseName(ada, 'ada');
    await testId(ada, 'side').waitFor();
    await testId(bora, 'login-provider').click();
    await proveAtProvider(bora);
    await chooseName(bora, 'ada');
    await testId(bora, 'username-error').filter({ hasText: 'Bu kullanıcı adı alınmış.' }).waitFor();
    expect(await barriersOn(bora.page)).toEqual([]);
    await chooseName(bora, 'bora');
    await testId(bora, 'side').waitFor();
  });

  it('founds a room in which an admin decides who joins; one asks, and is let in', async () => {
    const { ada, bora } = couple();
    await createRoomInPage(ada, 'Kahve Severler', ROOM);
    await showPart(ada, 'settings');
    await testId(ada, 'setting-join_approval').check();
    await testId(ada, 'settings-save').click();
    await testId(bora, 'room-open').click();
    await testId(bora, 'open-slug').fill('sever');
    await testId(bora, 'directory-room').filter({ hasText: 'Kahve Severler' }).click();
    await testId(bora, 'room-join').filter({ hasText: 'Katılmak iste' }).click();
    await testId(bora, 'join-requested').waitFor();
    await closePanel(ada);
    await testId(ada, 'waiting').filter({ hasText: '1' }).waitFor();
    await testId(ada, 'room-info').click();
    await testId(ada, 'request').filter({ hasText: 'bora' }).getByTestId('request-approve').click();
    await testId(ada, 'event').filter({ hasText: 'bora joined' }).waitFor();
    await bora.page.locator(`[data-testid="room"][data-slug="${ROOM}"][data-open="true"]`).waitFor();
    await closePanel(ada);
    expect(await barriersOn(ada.page)).toEqual([]);
    expect(await barriersOn(bora.page)).toEqual([]);
  });

  it('leaves, and comes back by a link for one person past the queue', async () => {
    const { ada, bora } = couple();
    await testId(bora, 'room-info').click();
    await testId(bora, 'room-leave').click();
    await roomLine(bora).waitFor({ state: 'detached' });
    await testId(ada, 'event').filter({ hasText: 'bora left' }).waitFor();
    const link = await inviteLink(ada);
    await bora.page.goto(link);
    await testId(bora, 'invited').waitFor();
    await testId(bora, 'room-join').click();
    await bora.page.locator(`[data-testid="room"][data-slug="${ROOM}"][data-open="true"]`).waitFor();
    await closePanel(ada);
  });

  it('says of an address that is taken that it is taken', async () => {
    const { ada } = couple();
    await testId(ada, 'room-create').click();
    await testId(ada, 'room-name').fill('Başka bir oda');
    await testId(ada, 'room-slug').fill(ROOM);
    await testId(ada, 'form-submit').click();
    await testId(ada, 'room-error').filter({ hasText: 'This address is taken.' }).waitFor();
    await closeDialog(ada);
  });
}

/** A fresh link into the room, for whoever has it. */
export async function inviteLink(founder: PagePerson): Promise<string> {
  await showPart(founder, 'invites');
  const made = testId(founder, 'invite-link');
  const before = await made.count();
  await testId(founder, 'invite-create').click();
  await made.nth(before).waitFor();
  return (await made.first().textContent()) ?? '';
}
