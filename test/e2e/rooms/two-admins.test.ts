import {
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  type PagePerson,
  testId,
} from '../../support/browsers/page-person.js';
import { showMember, showPart } from '../../support/browsers/two-people.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { developer, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

walkInChromium('two admins in the same room', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
    await createRoomInPage(ada, 'Kahve', 'kahve');
    await joinRoomInPage(bora, 'kahve');
    const [{ token }, { accountId }] = await Promise.all([developer(server.url, 'ada'), developer(server.url, 'bora')]);
    const admin = `/rooms/kahve/admins/${accountId}`;
    await rest(server.url, admin, { method: 'PUT', token });
    const body = { granted: ['group.can_edit_permissions'] };
    await rest(server.url, `${admin}/permissions`, { method: 'PUT', token, body });
  }, 90_000);
  afterAll(() => server.remove());

  it('keep what the other has changed of the permissions of members', async () => {
    for (const person of [ada, bora]) {
      await goToRoom(person, 'kahve');
      await showPart(person, 'permissions');
    }
    await testId(bora, 'allow-edit_message').click();
    await testId(ada, 'allow-update_tag').click();
    await testId(ada, 'permissions-save').click();
    await poll(async () => !(await testId(bora, 'allow-update_tag').isChecked()), {
      until: 'bora sees what ada denied',
    });
    await testId(bora, 'permissions-save').click();
    const { token } = await developer(server.url, 'ada');
    await poll(
      async () => {
        const { room } = await rest<{ room: { member_denied: string[] } }>(server.url, '/rooms/kahve', { token });
        return [...room.member_denied].sort().join() === 'edit_message,update_tag';
      },
      { until: 'both keys are denied' },
    );
  }, 60_000);

  it('keep what the other has granted to a third one meanwhile', async () => {
    const [{ token }, { accountId }] = await Promise.all([developer(server.url, 'ada'), developer(server.url, 'cem')]);
    const cem = await developer(server.url, 'cem');
    await rest(server.url, '/rooms/kahve/join', { method: 'POST', token: cem.token, body: {} });
    const admin = `/rooms/kahve/admins/${accountId}`;
    await rest(server.url, admin, { method: 'PUT', token });
    await showMember(ada, 'cem');
    await testId(ada, 'grant-group.can_pin_message').click();
    const body = { granted: ['group.can_ban_members'] };
    await rest(server.url, `${admin}/permissions`, { method: 'PUT', token, body });
    await poll(() => testId(ada, 'grant-group.can_ban_members').isChecked(), { until: 'ada sees the other grant' });
    expect(await testId(ada, 'grant-group.can_pin_message').isChecked()).toBe(true);
    await testId(ada, 'grants-save').click();
    await testId(ada, 'grants-save').and(ada.page.locator(':disabled')).waitFor();
    const { members } = await rest<{ members: { account_id: string; granted: string[] }[] }>(
      server.url,
      '/rooms/kahve/members',
      { token },
    );
    const { granted } = members.find(({ account_id }) => account_id === accountId) ?? { granted: [] };
    expect(granted.toSorted()).toEqual(['group.can_ban_members', 'group.can_pin_message']);
  }, 60_000);

  it('an admin who becomes a member has no form for admins any more', async () => {
    await showPart(bora, 'settings');
    const [{ token }, { accountId }] = await Promise.all([developer(server.url, 'ada'), developer(server.url, 'bora')]);
    await rest(server.url, `/rooms/kahve/admins/${accountId}`, { method: 'DELETE', token });
    await testId(bora, 'panel-info').waitFor();
    expect(await testId(bora, 'way-settings').count()).toBe(0);
  });
});
