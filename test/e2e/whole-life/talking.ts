/** What is said, and what the other one sees of it at once. */
import { jumpedTo, type PagePerson, rowWith, say, testId } from '../../support/browsers/page-person.js';
import {
  act,
  type Couple,
  closePanel,
  directLine,
  roomLine,
  showDirectChat,
  showRoom,
  showRooms,
  titleOf,
} from '../../support/browsers/two-people.js';
import { poll } from '../../support/time/poll.js';

export function tellOfTalking(couple: () => Couple): void {
  it('shows who is writing, and then what was written', async () => {
    const { ada, bora } = couple();
    await testId(ada, 'composer').pressSequentially('mer');
    await testId(bora, 'typing').filter({ hasText: 'ada yazıyor' }).waitFor();
    await say(ada, 'merhaba bora');
    await rowWith(bora, 'merhaba bora').waitFor();
    await testId(bora, 'typing').filter({ hasText: 'yazıyor' }).waitFor({ state: 'detached' });
    await testId(bora, 'composer').fill('selam');
    await testId(ada, 'typing').filter({ hasText: 'bora is typing' }).waitFor();
    await testId(bora, 'send').tap();
    await rowWith(ada, 'selam').waitFor();
  });

  it('answers, corrects, reacts and takes back', async () => {
    const { ada, bora } = couple();
    await say(ada, 'kaçta buluşuyoruz');
    await rowWith(bora, 'kaçta buluşuyoruz').waitFor();
    await act(bora, 'kaçta buluşuyoruz', 'reply');
    await say(bora, 'onda');
    await rowWith(ada, 'onda').getByTestId('quote').filter({ hasText: 'kaçta buluşuyoruz' }).waitFor();

    await act(bora, 'onda', 'edit');
    await say(bora, 'on birde');
    await rowWith(ada, 'on birde').getByTestId('edited').filter({ hasText: 'edited' }).waitFor();
    await rowWith(bora, 'on birde').getByTestId('edited').filter({ hasText: 'düzenlendi' }).waitFor();

    await act(ada, 'on birde', 'smile');
    await rowWith(ada, 'on birde').getByTestId('emoji').first().click();
    await rowWith(bora, 'on birde').getByTestId('reaction').filter({ hasText: '1' }).tap();
    await rowWith(ada, 'on birde').getByTestId('reaction').filter({ hasText: '2' }).click();
    await rowWith(bora, 'on birde').getByTestId('reaction').filter({ hasText: '1' }).waitFor();

    await act(bora, 'on birde', 'trash');
    await rowWith(ada, 'on birde').waitFor({ state: 'detached' });
    await rowWith(ada, 'This message was deleted.').waitFor();
    await rowWith(bora, 'Bu mesaj silindi.').waitFor();
  });

  it('counts what is unread, in the list and in the title, and calls by name', async () => {
    const { ada, bora } = couple();
    await showRooms(bora);
    await say(ada, 'bir');
    await testId(ada, 'composer').pressSequentially('iki @bo');
    await testId(ada, 'mentions').waitFor();
    await testId(ada, 'composer').press('Enter');
    await testId(ada, 'composer').press('Enter');
    await rowWith(ada, 'iki @bora').and(ada.page.locator('[data-state="sent"]')).waitFor();
    const line = roomLine(bora);
    await line.getByTestId('unread').filter({ hasText: '2' }).waitFor();
    await line.filter({ hasText: '@' }).filter({ hasText: 'ada: iki @bora' }).waitFor();
    await poll(async () => (await titleOf(bora)) === '(2) Meydan', { until: 'the title tells of two' });
    await line.tap();
    await testId(bora, 'unread-line').filter({ hasText: 'Yeni mesajlar' }).waitFor();
    await poll(async () => (await titleOf(bora)) === 'Meydan', { until: 'the title tells of nothing' });
    await showRooms(bora);
    await line.waitFor();
    expect(await line.getByTestId('unread').count()).toBe(0);
    await showRoom(bora);
  });

  it('writes to the other one alone, and sees when it was read', async () => {
    const { ada, bora } = couple();
    await rowWith(bora, 'iki @bora').waitFor();
    await openCardFromFace(bora);
    await testId(bora, 'person-write').tap();
    await testId(bora, 'peer').filter({ hasText: 'çevrimiçi' }).waitFor();
    await say(bora, 'yalnız sana');
    const mark = rowWith(bora, 'yalnız sana').getByTestId('read-mark');
    await mark.and(bora.page.locator('[data-seen="false"]')).waitFor();
    await directLine(ada).getByTestId('unread').filter({ hasText: '1' }).waitFor();
    await poll(async () => (await titleOf(ada)) === '(1) Meydan', { until: 'the title tells of one' });
    await showDirectChat(ada);
    await mark.and(bora.page.locator('[data-seen="true"]')).waitFor();
    await poll(async () => (await titleOf(ada)) === 'Meydan', { until: 'it is read' });
    await say(ada, 'okudum');
    await rowWith(bora, 'okudum').waitFor();
  });

  it('deletes the chat for both, and it is gone for both', async () => {
    const { ada, bora } = couple();
    await testId(bora, 'room-info').tap();
    await testId(bora, 'room-delete').tap();
    for (const person of [ada, bora]) await directLine(person).waitFor({ state: 'detached' });
    await testId(ada, 'no-room').waitFor();
    for (const person of [ada, bora]) await showRoom(person);
  });

  it('finds and follows what was said before', async () => {
    const { ada, bora } = couple();
    await say(ada, 'kurallar: nazik ol');
    await act(ada, 'kurallar: nazik ol', 'pin');
    await testId(bora, 'pin-bar').filter({ hasText: 'kurallar: nazik ol' }).waitFor();
    await testId(bora, 'pin-newest').tap();
    await jumpedTo(bora, 'kurallar: nazik ol');
    await testId(bora, 'room-search').tap();
    await testId(bora, 'search-words').fill('kaçta');
    await testId(bora, 'search-submit').tap();
    await testId(bora, 'found').filter({ hasText: 'kaçta buluşuyoruz' }).getByTestId('go-to').tap();
    await jumpedTo(bora, 'kaçta buluşuyoruz');
    await act(ada, 'kurallar: nazik ol', 'pin');
    await testId(bora, 'pin-bar').waitFor({ state: 'detached' });
  });

  it('discusses below a message, until the discussion is closed', async () => {
    const { ada, bora } = couple();
    await say(ada, 'hangi çekirdek');
    await rowWith(bora, 'hangi çekirdek').waitFor();
    await act(bora, 'hangi çekirdek', 'discuss');
    await testId(bora, 'reply-composer').fill('Etiyopya');
    await testId(bora, 'reply-send').tap();
    await testId(bora, 'reply').filter({ hasText: 'Etiyopya' }).waitFor();
    await rowWith(ada, 'hangi çekirdek').getByTestId('discussion-line').filter({ hasText: '1 reply' }).click();
    await testId(ada, 'reply').filter({ hasText: 'Etiyopya' }).waitFor();
    await testId(ada, 'discussion-close').click();
    await testId(bora, 'panel-discussion').filter({ hasText: 'Bu tartışma kapandı' }).waitFor();
    await closePanel(ada);
    await closePanel(bora);
  });

  it('asks everybody, and counts the answers for everybody', async () => {
    const { ada, bora } = couple();
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-survey').click();
    await testId(ada, 'survey-question').fill('Çay mı, kahve mi?');
    await testId(ada, 'survey-option-0').fill('Çay');
    await testId(ada, 'survey-option-1').fill('Kahve');
    await testId(ada, 'survey-create').click();
    await testId(bora, 'survey-option').filter({ hasText: 'Kahve' }).tap();
    await testId(ada, 'survey-option').filter({ hasText: 'Kahve' }).click();
    for (const person of [ada, bora]) {
      const kahve = testId(person, 'survey-option').filter({ hasText: 'Kahve' });
      await kahve.getByTestId('survey-count').filter({ hasText: '2' }).waitFor();
      await kahve.and(person.page.locator('[aria-pressed="true"]')).waitFor();
    }
  });
}

const openCardFromFace = (person: PagePerson): Promise<void> => testId(person, 'sender-face').last().click();
