import { bootApp } from '../support/clients/boot-app.js';

describe('the link of an invite', () => {
  it('leads a browser to the page with its code, and is no open redirect', async () => {
    await using booted = await bootApp();
    const founder = await booted.person('ada');
    await booted.ask(founder, 'POST', '/api/rooms', { name: 'Kahve' });
    const { body } = await booted.ask(founder, 'POST', '/api/rooms/kahve/invites', {});
    const path = new URL(body.invite.url).pathname;
    const answer = await fetch(`${booted.url}${path}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/#/i/${body.invite.code}`]);
    const odd = await fetch(`${booted.url}/i/%2F%2Fevil.example`, { redirect: 'manual' });
    expect(odd.status).toBe(404);
    // Its room is found, also if an earlier version made it.
    const bob = await booted.person('bob');
    const asked = () => booted.ask(bob, 'GET', `/api/invites/${body.invite.code}`);
    expect((await asked()).body.room.slug).toBe('kahve');
    await booted.app.store.write([{ op: 'del', in: 'inviteCodes', id: body.invite.code }]);
    expect((await asked()).body.room.slug).toBe('kahve');
    expect((await booted.ask(bob, 'GET', `/api/invites/${crypto.randomUUID()}`)).status).toBe(404);
  });
});
