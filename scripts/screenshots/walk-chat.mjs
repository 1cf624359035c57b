/** The chat page: the list, rooms in their states, and writing in them. */

/** Elif's own browser; the parts below begin there. */
export async function enterChat({ open, id, tap, shows }) {
  await open('/');
  await id('login-dev-name').fill('elif');
  await tap('login-dev-submit');
  await shows('room-list');
}

const roomIsOpen = ({ page }, slug) =>
  page.locator(`[data-testid="room"][data-slug="${slug}"][data-open="true"]`).waitFor();

export async function openRoom(camera, slug) {
  await camera.open(`/#/r/${slug}`);
  await roomIsOpen(camera, slug);
}

export async function walkChat(camera) {
  const { open, shows, shot, tap, id, page } = camera;
  await open('/');
  await shows('room-line');
  await shot('list');
  await tap('notify-open');
  await tap('notify-on');
  await shows('notify-push');
  await shot('notifications');
  await page.keyboard.press('Escape');
  await id('room-line').first().click({ button: 'right' });
  await tap('room-menu-mute');
  await shows('room-mute-60');
  await shot('room-mute');
  await page.keyboard.press('Escape');
  await tap('folders');
  await tap('folder-new');
  await shows('folder-room');
  await shot('folder');
  await tap('dialog-close');
  await tap('room-create');
  await shows('room-name');
  await shot('room-create');
  await open('/');
  await tap('room-open');
  await id('open-slug').fill('kahve');
  await shows('directory-room');
  await shot('directory');
  for (const slug of ['kitap', 'bos-oda', 'duyuru', 'fotograf']) {
    await openRoom(camera, slug);
    await shot(`room-${slug}`);
  }
  await open('/#/r/satranc');
  await shows('room-preview');
  await shot('room-preview');
  await open('/');
  await page.getByTestId('room-line').filter({ hasText: 'mert' }).first().click();
  await shows('once');
  await shot('direct-view-once');
}

export async function walkRoom(camera) {
  const { shows, shot, tap, id, page } = camera;
  await openRoom(camera, 'kahve');
  await shows('article');
  await shot('room');
  await page.locator('[data-testid="survey"]').scrollIntoViewIfNeeded();
  await shot('room-survey');
  await page.getByTestId('media').first().scrollIntoViewIfNeeded();
  await shot('room-photos');
  await tap('media');
  await shows('viewer-media');
  await shot('viewer');
  await tap('viewer-close');
  await page.getByTestId('discussion-line').first().click();
  await shows('reply');
  await shot('discussion');
  await tap('panel-close');
  await tap('article');
  await shows('panel-article');
  await shot('article');
  await tap('panel-close');
  await id('composer').pressSequentially('Yarın @me');
  await shows('mentions');
  await shot('composer-mentions');
  await id('composer').fill('');
  await tap('voice-record');
  await shows('voice-time', '0:01');
  await shot('voice-recording');
  await tap('voice-discard');
  await id('voice').first().scrollIntoViewIfNeeded();
  await shot('room-voice');
  await tap('attach');
  await shows('attach-article');
  await shot('composer-attach');
  await walkWriting(camera);
}

/** Each begins at the menu of attachments. */
async function walkWriting({ shows, shot, tap, id }) {
  await tap('attach-survey');
  await shows('survey-question');
  await shot('write-survey');
  await tap('panel-close');
  for (const [kind, part] of [
    ['place', 'place-send'],
    ['card', 'contact-send'],
  ]) {
    await tap('attach');
    await tap(`attach-${kind}`);
    await shows(part);
    await shot(`write-${kind}`);
    await tap('panel-close');
  }
  await tap('attach');
  await tap('attach-article');
  await id('article-title').fill('Cezvenin başında on dakika');
  await id('block-text').first().fill('Su soğuk, ateş kısık, sabır bol.');
  await shot('write-article');
  await tap('article-preview');
  await shows('article-previewed');
  await shot('write-article-preview');
}

const infoParts = [
  'members',
  'gallery',
  'pins',
  'topics',
  'settings',
  'photos',
  'permissions',
  'invites',
  'bans',
  'webhooks',
];

export async function walkRoomInfo(camera) {
  const { shows, shot, tap, id } = camera;
  await openRoom(camera, 'kahve');
  await tap('room-info');
  await shows('panel-info');
  await shot('room-info');
  for (const part of infoParts) {
    if (part !== infoParts[0]) await tap('room-info');
    await tap(`way-${part}`);
    await shows(`panel-${part}`);
    if (part === 'webhooks') await shows('webhook');
    await shot(`room-info-${part}`);
    await tap('panel-close');
  }
  await tap('room-info');
  await tap('way-members');
  await id('member').filter({ hasText: 'umut' }).click();
  await shows('panel-member');
  await shot('room-info-member');
  await tap('panel-close');
  await tap('room-search');
  await id('search-words').fill('fincan');
  await tap('search-submit');
  await shows('found');
  await shot('room-search');
  await openRoom(camera, 'atolye');
  // The link appears only once the waiting requests are loaded.
  await shows('waiting');
  await tap('room-info');
  await shows('request');
  await shot('room-info-requests');
}
