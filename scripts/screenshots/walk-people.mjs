/** The own account, and other people. */

const meParts = ['profile', 'photos', 'stars', 'sessions', 'bots', 'panels', 'data'];

export async function walkPeople({ open, shows, shot, tap, id }) {
  await open('/');
  await tap('me');
  for (const part of meParts) {
    await tap(`me-${part}`);
    if (part === 'bots') await tap('bot');
    await shot(`me-${part}`);
  }
  await open('/');
  await tap('contacts');
  await shows('contact-list');
  await shot('contacts');
  await id('person-name').fill('mert');
  await tap('person-show');
  await shows('person-card');
  await shot('person');
}

export async function walkDiscover({ open, shows, shot, tap, id, forgive }, { entry }) {
  await open('/#/d');
  await shows('topic');
  await shot('discover');
  await open('/#/d/t/kahve');
  await shows('entry');
  await shot('discover-topic');
  await open(`/#/d/e/${entry}`);
  await shows('entry-reply');
  await shot('discover-entry');
  await tap('entry-forward');
  await shows('forward-room');
  await shot('discover-forward');
  await open(`/#/d/e/${entry}`);
  await tap('report-open');
  await shows('report-send');
  await shot('discover-report');
  await open('/#/d/mine');
  await shows('my-entry');
  await shot('discover-mine');
  await id('my-entry-way').first().click();
  await shows('entry-stats');
  await shot('discover-own-entry');
  await open('/#/d/e/999999');
  await shows('discover-missing');
  // The browser logs that there is no such article; the page shows that.
  forgive(/404/);
  await shot('discover-missing');
}
