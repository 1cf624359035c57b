import {
  agree,
  chooseAction,
  createRoomInPage,
  enter,
  jumpedTo,
  type PagePerson,
  rowsOnScreen,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';

/** Opens the room's panel, and from there one of its parts. */
async function goToPart(person: PagePerson, part: string): Promise<void> {
  await person.page.evaluate('document.querySelector(\'[data-testid="panel-close"]\')?.click()');
  await testId(person, 'room-info').click();
  await testId(person, `way-${part}`).click();
  await testId(person, `panel-${part}`).waitFor();
}

async function openMember(person: PagePerson, name: string): Promise<void> {
  await goToPart(person, 'members');
  await testId(person, 'member').filter({ hasText: name }).click();
  await testId(person, 'panel-member').waitFor();
}

const action = (person: PagePerson, body: string, name: string): Promise<void> =>
  chooseAction(person, rowWith(person, body), name);

walkInChromium('a room and its administration on the page', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it('changes settings, and everybody in the room sees them', async () => {
    await goToPart(ada, 'settings');
    await testId(ada, 'setting-name').fill('Kahve Köşesi');
    await testId(ada, 'setting-welcome_message').fill('Hoş geldin, fincanını al.');
    await testId(ada, 'wallpaper-lavanta').click();
    await testId(ada, 'setting-join_approval').check();
    await testId(ada, 'settings-save').click();
    await testId(ada, 'room-title').filter({ hasText: 'Kahve Köşesi' }).waitFor();
    await ada.page.locator('[data-testid="room"].wallpaper-lavanta').waitFor();
    await testId(ada, 'panel-close').click();
  });

  it('tells admins who asks to come in, and lets them in', async () => {
    await testId(bora, 'room-open').click();
    await testId(bora, 'open-slug').fill('köşe');
    await testId(bora, 'directory-room').filter({ hasText: 'Kahve Köşesi' }).click();
    await testId(bora, 'room-join').click();
    await testId(bora, 'join-requested').waitFor();
    await testId(ada, 'waiting').filter({ hasText: '1' }).waitFor();
    await testId(ada, 'room-info').click();
    await testId(ada, 'request').filter({ hasText: 'bora' }).getByTestId('request-approve').click();
    await testId(ada, 'waiting').waitFor({ state: 'detached' });
    await testId(bora, 'event').filter({ hasText: 'fincanını al' }).waitFor();
    expect(await testId(bora, 'room-preview').count()).toBe(0);
  });

  it('offers a member nothing that only admins may do', async () => {
    await testId(bora, 'room-info').click();
    await testId(bora, 'way-members').waitFor();
    for (const part of ['settings', 'permissions', 'requests', 'bans', 'invites']) {
      expect(await testId(bora, `way-${part}`).count()).toBe(0);
    }
    expect(await testId(bora, 'room-delete').count()).toBe(0);
    await testId(bora, 'panel-close').click();
  });

  it('mutes: the composer says until when, and is free again when the mute is lifted', async () => {
    await openMember(ada, 'bora');
    await testId(ada, 'member-mute').click();
    const told = testId(bora, 'composer-muted').filter({ hasText: /\d\d:\d\d saatine kadar susturuldunuz/ });
    await told.waitFor();
    expect(await testId(bora, 'composer').isDisabled()).toBe(true);
    await testId(ada, 'member-unmute').click();
    await told.waitFor({ state: 'detached' });
    await say(bora, 'yeniden buradayım');
    await rowWith(ada, 'yeniden buradayım').waitFor();
  });

  it('tags: the word stands beside the name', async () => {
    await testId(ada, 'member-tag').fill('barista');
    await testId(ada, 'member-tag-save').click();
    await testId(ada, 'panel-back').click();
    await testId(ada, 'member').filter({ hasText: 'barista' }).waitFor();
    await say(bora, 'etiketim var');
    await rowWith(ada, 'etiketim var').waitFor();
    await ada.page.locator('.sender .tag', { hasText: 'barista' }).first().waitFor();
  });

  it('gives a role and takes it back, and the buttons follow at once', async () => {
    await openMember(ada, 'bora');
    await testId(ada, 'make-admin').click();
    await testId(bora, 'room-info').click();
    await testId(bora, 'way-settings').waitFor();
    await testId(ada, 'grant-group.can_edit_permissions').check();
    await testId(ada, 'grants-save').click();
    await testId(bora, 'way-permissions').waitFor();
    await testId(ada, 'make-member').click();
    await testId(bora, 'way-settings').waitFor({ state: 'detached' });
    await testId(bora, 'panel-close').click();
  });

  it('pins: the newest stands above the rows, and a tap leads there', async () => {
    await say(ada, 'kurallar: nazik ol');
    await action(ada, 'kurallar: nazik ol', 'pin');
    await testId(bora, 'pin-bar').filter({ hasText: 'kurallar: nazik ol' }).waitFor();
    await testId(bora, 'pin-newest').click();
    await jumpedTo(bora, 'kurallar: nazik ol');
    await goToPart(ada, 'pins');
    await testId(ada, 'unpin').click();
    await testId(bora, 'pin-bar').waitFor({ state: 'detached' });
  });

  it('discusses below a message, counted on its row, until the discussion is closed', async () => {
    await say(ada, 'hangi çekirdek');
    await action(bora, 'hangi çekirdek', 'discuss');
    await testId(bora, 'reply-composer').fill('Etiyopya');
    await testId(bora, 'reply-send').click();
    await testId(bora, 'reply').filter({ hasText: 'Etiyopya' }).waitFor();
    await rowWith(ada, 'hangi çekirdek').getByTestId('discussion-line').filter({ hasText: '1 yanıt' }).click();
    await testId(ada, 'reply').filter({ hasText: 'Etiyopya' }).waitFor();
    expect((await rowsOnScreen(ada)).map(({ body }) => body)).not.toContain('Etiyopya');
    await testId(ada, 'discussion-close').click();
    await testId(bora, 'panel-discussion').filter({ hasText: 'Bu tartışma kapandı' }).waitFor();
    await testId(bora, 'panel-close').click();
  });

  it('makes a survey and counts its votes for everybody', async () => {
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-survey').click();
    await testId(ada, 'survey-question').fill('Çay mı, kahve mi?');
    await testId(ada, 'survey-option-0').fill('Çay');
    await testId(ada, 'survey-option-1').fill('Kahve');
    await testId(ada, 'survey-create').click();
    await testId(bora, 'survey-option').filter({ hasText: 'Kahve' }).click();
    const kahve = testId(ada, 'survey-option').filter({ hasText: 'Kahve' });
    await kahve.getByTestId('survey-count').filter({ hasText: '1' }).waitFor();
    await bora.page
      .locator('[data-testid="survey-option"][aria-pressed="true"]')
      .filter({ hasText: 'Kahve' })
      .waitFor();
  });

  it('takes no vote any more in a survey that ends while it is on the screen', async () => {
    const { token } = await developer(server.url, 'ada');
    const options = ['Limanda', 'Parkta'];
    const survey = { type: 'survey', question: 'Nerede?', options, multiple: true, closes_at: Date.now() + 6_000 };
    await rest(server.url, '/rooms/kahve/messages', { method: 'POST', token, body: { body: '', attachment: survey } });
    const option = testId(bora, 'survey-option').filter({ hasText: 'Limanda' });
    await option.click();
    await testId(bora, 'survey-send').waitFor();
    await option.and(bora.page.locator(':disabled')).waitFor();
    expect(await testId(bora, 'survey-send').count()).toBe(0);
  });

  it('finds what was said long ago, and goes there', async () => {
    const cem = await developer(server.url, 'cem');
    await rest(server.url, '/rooms', { method: 'POST', token: cem.token, body: { name: 'Uzun', slug: 'uzun' } });
    const post = (body: string) =>
      rest(server.url, '/rooms/uzun/messages', { method: 'POST', token: cem.token, body: { body } });
    await post('zencefilli kurabiye');
    await Promise.all(Array.from({ length: 70 }, (_, at) => post(`satır ${at}`)));
    await bora.page.goto(`${server.url}/#/r/uzun`);
    await testId(bora, 'room-join').click();
    await testId(bora, 'room-search').click();
    await testId(bora, 'search-words').fill('zencefil');
    await testId(bora, 'search-submit').click();
    await testId(bora, 'found').getByTestId('go-to').click();
    await jumpedTo(bora, 'zencefilli kurabiye');
    await testId(bora, 'panel-close').click();
    await bora.page.goto(`${server.url}/#/r/kahve`);
  });

  it('completes a name, and answers a command only to its writer', async () => {
    await testId(ada, 'composer').pressSequentially('selam @bo');
    await testId(ada, 'mentions').waitFor();
    await testId(ada, 'composer').press('Enter');
    expect(await testId(ada, 'composer').inputValue()).toBe('selam @bora ');
    await testId(ada, 'composer').press('Enter');
    await rowWith(bora, 'selam @bora').waitFor();
    await say(ada, '/help');
    await testId(ada, 'slash-answer').filter({ hasText: '/kick @name' }).waitFor();
    expect(await testId(bora, 'slash-answer').count()).toBe(0);
  });

  it('lets a third person in by a link, past the queue', async () => {
    await goToPart(ada, 'invites');
    await testId(ada, 'invite-create').click();
    const link = await testId(ada, 'invite-link').textContent();
    const dila = await enter(browser(), server.url, 'dila');
    await dila.page.goto(link ?? '');
    await testId(dila, 'invited').waitFor();
    await testId(dila, 'room-join').click();
    await dila.page.locator('[data-testid="room"][data-slug="kahve"][data-open="true"]').waitFor();
    await testId(ada, 'invite-cancel').click();
    await testId(ada, 'invite').waitFor({ state: 'detached' });
    await dila.context.close();
  });

  it('puts a member out: the room is gone from their page, which says why', async () => {
    await openMember(ada, 'bora');
    await testId(ada, 'member-kick').click();
    await agree(ada);
    await testId(bora, 'room-line').and(bora.page.locator('[data-slug="kahve"]')).waitFor({ state: 'detached' });
    await testId(bora, 'notice').filter({ hasText: 'Bu odadan çıkarıldınız.' }).waitFor();
    await testId(ada, 'event').filter({ hasText: 'ada, bora adlı kişiyi çıkardı' }).waitFor();
  });

  it('leaves a log without a fault', async () => {
    await Promise.all([ada, bora].map(({ context }) => context.close()));
    await server.stop();
    server.verifyLog();
  }, 60_000);
});
