/** What is seen rather than read: photos, documents, faces, and what is shown a single time. */
import { readFile } from 'node:fs/promises';
import { generatePhoto, seenPicture } from '../../support/browsers/generated-media.js';
import { type PagePerson, rowWith, say, testId } from '../../support/browsers/page-person.js';
import {
  type Couple,
  closeDialog,
  directLine,
  grantStars,
  showCard,
  showDirectChat,
  showMe,
  showRoom,
} from '../../support/browsers/two-people.js';

async function choose(person: PagePerson, sort: 'photo' | 'file', file: { name: string }): Promise<void> {
  await testId(person, 'attach').click();
  await testId(person, `attach-${sort}`).setInputFiles(file as never);
  await testId(person, 'tray-item').filter({ hasText: file.name }).waitFor();
}

async function sendWith(person: PagePerson, words: string): Promise<void> {
  await testId(person, 'composer').fill(words);
  await testId(person, 'send').click();
}

const isThere = (row: ReturnType<typeof rowWith>) => row.getByTestId('media').locator('img');

export function tellOfShowing(couple: () => Couple): void {
  it('sends a photo, and it is looked at in full', async () => {
    const { ada, bora } = couple();
    await choose(bora, 'photo', await generatePhoto(bora.page, 'liman.jpg', { width: 3200, height: 1200 }));
    await sendWith(bora, 'limanda sabah');
    const picture = isThere(rowWith(ada, 'limanda sabah'));
    await picture.waitFor();
    expect(await seenPicture(ada.page, (await picture.getAttribute('src')) ?? '')).toMatchObject({ width: 480 });
    await rowWith(ada, 'limanda sabah').getByTestId('media').click();
    const full = (await testId(ada, 'viewer-media').getAttribute('src')) ?? '';
    expect(await seenPicture(ada.page, full)).toMatchObject({ width: 2560, height: 960 });
    await ada.page.keyboard.press('Escape');
    await testId(ada, 'viewer').waitFor({ state: 'detached' });
  });

  it('sends a document, and it comes under its name', async () => {
    const { ada, bora } = couple();
    const buffer = Buffer.from('%PDF-1.4 gündem');
    await choose(ada, 'file', { name: 'Toplantı notları.pdf', mimeType: 'application/pdf', buffer } as never);
    await testId(ada, 'send').click();
    const card = testId(bora, 'document').filter({ hasText: 'Toplantı notları.pdf' });
    const download = bora.page.waitForEvent('download');
    await card.tap();
    expect((await download).suggestedFilename()).toBe('Toplantı notları.pdf');
    expect(await readFile(await (await download).path(), 'utf8')).toBe('%PDF-1.4 gündem');
  });

  it('tells of oneself, and shows a face, wherever the other one looks', async () => {
    const { ada, bora } = couple();
    await showMe(ada, 'profile');
    await testId(ada, 'profile-bio').fill('Coffee and books.');
    await testId(ada, 'profile-save').click();
    await testId(ada, 'profile-saved').waitFor();
    await testId(ada, 'me-photos').click();
    const photo = await generatePhoto(ada.page, 'yüz.jpg', { width: 900, height: 900 });
    await testId(ada, 'photo-file').setInputFiles(photo);
    await testId(ada, 'photo-send').click();
    await ada.page.locator('[data-testid="own-photo"][data-primary="true"]').waitFor();
    await closeDialog(ada);
    await testId(bora, 'sender-face').getByTestId('photo').last().waitFor();
    await showCard(bora, 'ada');
    await testId(bora, 'person-card').filter({ hasText: 'Coffee and books.' }).waitFor();
    await testId(bora, 'person-follow').tap();
    await testId(bora, 'person-follows').filter({ hasText: '1 takipçi' }).waitFor();
    await closeDialog(bora);
  });

  it('shows once what may be seen once, and nothing of it before or after', async () => {
    const { ada, bora } = couple();
    await showCard(ada, 'bora');
    await testId(ada, 'person-write').click();
    await testId(ada, 'room-title').filter({ hasText: 'bora' }).waitFor();
    await choose(ada, 'photo', await generatePhoto(ada.page, 'sır.jpg', { width: 1600, height: 800 }));
    await testId(ada, 'tray-once').check();
    await sendWith(ada, 'yalnız bir kez');
    await showDirectChat(bora);
    const row = rowWith(bora, 'yalnız bir kez');
    const once = row.getByTestId('once');
    await once.filter({ hasText: 'Bir kez aç' }).waitFor();
    expect(await row.getByTestId('media').count()).toBe(0);
    await once.tap();
    const link = (await testId(bora, 'viewer-media').getAttribute('src')) ?? '';
    expect(await seenPicture(bora.page, link)).toMatchObject({ width: 1600 });
    await testId(bora, 'viewer-close').tap();
    await once.filter({ hasText: 'Açıldı' }).waitFor();
    await rowWith(ada, 'yalnız bir kez').getByTestId('once').filter({ hasText: 'Opened' }).waitFor();
    expect(await once.isDisabled()).toBe(true);
  });

  it('blocks: neither can say more to the other alone; and takes it back', async () => {
    const { ada, bora } = couple();
    await testId(bora, 'peer').tap();
    await testId(bora, 'person-block').filter({ hasText: 'Engelle' }).tap();
    await testId(bora, 'person-block').filter({ hasText: 'Engeli kaldır' }).waitFor();
    await closeDialog(bora);
    await say(ada, 'orada mısın');
    const refused = ada.page.locator('[data-testid="message"][data-state="failed"]').filter({ hasText: 'orada mısın' });
    await refused.filter({ hasText: 'One of you has blocked the other.' }).waitFor();
    await testId(bora, 'peer').tap();
    await testId(bora, 'person-block').filter({ hasText: 'Engeli kaldır' }).tap();
    await testId(bora, 'person-block')
      .filter({ hasText: /^Engelle$/ })
      .waitFor();
    await closeDialog(bora);
    await refused.getByTestId('retry').click();
    await rowWith(bora, 'orada mısın').waitFor();
    await testId(ada, 'room-info').click();
    await testId(ada, 'room-delete').click();
    for (const person of [ada, bora]) await directLine(person).waitFor({ state: 'detached' });
  });

  it('takes no new chats, then some for stars, and one is opened once it can be paid', async () => {
    const { ada, bora, server } = couple();
    await showMe(bora, 'profile');
    await testId(bora, 'profile-dm-policy').selectOption('closed');
    await saveProfile(bora);
    await showCard(ada, 'bora');
    await ada.page.getByText('Does not accept new direct chats.').waitFor();
    expect(await testId(ada, 'person-write').isDisabled()).toBe(true);
    await closeDialog(ada);

    await testId(bora, 'profile-dm-policy').selectOption('paid');
    await testId(bora, 'profile-dm-cost').fill('700');
    await saveProfile(bora);
    await closeDialog(bora);
    await showCard(ada, 'bora');
    const write = testId(ada, 'person-write').filter({ hasText: 'Message for 700 ★' });
    await write.click();
    await testId(ada, 'notice').filter({ hasText: 'You do not have enough stars for this.' }).waitFor();
    await grantStars(server.url, 'ada', 750);
    await write.click();
    await testId(ada, 'room-title').filter({ hasText: 'bora' }).waitFor();
    await say(ada, 'buna değer');
    await showDirectChat(bora);
    await rowWith(bora, 'buna değer').waitFor();
    await showMe(ada, 'stars');
    await testId(ada, 'star-balance').filter({ hasText: '50 ★' }).waitFor();
    await closeDialog(ada);
    await showRoom(ada);
    await showRoom(bora);
  });
}

async function saveProfile(person: PagePerson): Promise<void> {
  await testId(person, 'profile-save').click();
  await testId(person, 'profile-saved').waitFor();
}
