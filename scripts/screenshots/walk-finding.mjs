/** What may be done with messages, and how they are found again. */
import { openRoom } from './walk-chat.mjs';

export async function walkFinding(camera) {
  const { open, shows, shot, tap, id, page } = camera;
  await openRoom(camera, 'kahve');
  await shows('message');
  await page.getByTestId('body').last().click({ button: 'right' });
  await shows('menu');
  await shot('message-menu');
  await page.keyboard.press('Escape');
  const reacted = page.getByTestId('message').filter({ has: page.getByTestId('reaction') });
  await reacted.getByTestId('body').first().click({ button: 'right' });
  await tap('action-reactors');
  await shows('reactors');
  await shot('reactors');
  await tap('dialog-close');
  await page.getByTestId('body').last().click({ button: 'right' });
  await tap('action-select');
  await shows('selection-bar');
  await shot('message-selection');
  await tap('selection-end');
  await tap('room-info');
  await tap('way-discussions');
  await shows('discussion-item');
  await shot('room-discussions');
  await open('/');
  await tap('search-way');
  await id('everywhere-words').fill('fincan');
  await tap('everywhere-submit');
  await shows('hit');
  await shot('search-everywhere');
  await tap('dialog-close');
  await tap('mentions-way');
  await shows('search-count');
  await shot('mentions');
  await tap('inbox-replies');
  await shows('hit');
  await shot('replies');
  await tap('dialog-close');
  await tap('preferences-open');
  await shows('preferences');
  await shot('preferences');
  await tap('dialog-close');
}
