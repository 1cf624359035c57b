/** Every endpoint × the session of a linked panel: what is not its own is closed to it, linked or cut. */

import { endpoints } from '#src/protocol/endpoints.js';
import { isOpenToPanels } from '#src/protocol/panel/panel-scope.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { dial } from '../gateway/talker.js';
import { linkPanel } from '../panel/support/panel-people.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const ofUsers = endpoints.filter(({ access }) => access === 'bearer' || access === 'username');
const closed = ofUsers.filter((endpoint) => !isOpenToPanels(endpoint));
const ofPanels = endpoints.filter(({ access }) => access === 'panel');

describe('the scope of a panel', () => {
  let booted: Booted;
  let ada: Person;
  let panel: Person;
  let linkId: string;
  /** Cut by its owner, with an access token that would be good for most of an hour. */
  let cut: Person;

  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
    ({ panel, linkId } = await linkPanel(booted, ada));
    const other = await linkPanel(booted, ada);
    cut = other.panel;
    await booted.ask(ada, 'DELETE', `/api/me/panels/${other.linkId}`);
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const outcome = async (person: Person, { method, path }: Endpoint): Promise<string> => {
    const at = path.replaceAll(/\{(\w+)\}/g, NOBODY);
    const { status, body } = await booted.ask(person, method.toUpperCase(), at, method === 'get' ? undefined : {});
    return `${status} ${body?.error?.code ?? ''}`.trim();
  };

  it('holds two endpoints beside those of the panel', () => {
    expect(ofUsers.filter(isOpenToPanels).map(nameOf)).toEqual(['get /api/me', 'delete /api/me/panels/{id}']);
    expect(ofPanels.filter((endpoint) => !isOpenToPanels(endpoint))).toEqual([]);
  });

  it.each(closed.map((endpoint) => [nameOf(endpoint), endpoint] as const))('does not hold %s', async (_, endpoint) => {
    expect(await outcome(panel, endpoint)).toBe('403 not_allowed');
  });

  it('is nothing at all once the panel is cut, however long its token would be good for', async () => {
    const answers = await Promise.all(
      [...ofUsers, ...ofPanels].map(async (each) => [nameOf(each), await outcome(cut, each)]),
    );
    expect(answers.filter(([, answer]) => answer !== '401 unauthorized')).toEqual([]);
  });

  it('lets a panel sign out, and cut no other', async () => {
    const other = await linkPanel(booted, ada);
    const refused = await booted.ask(panel, 'DELETE', `/api/me/panels/${other.linkId}`);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_allowed']);
    expect((await booted.ask(other.panel, 'GET', '/api/me')).body.account.id).toBe(ada.accountId);
    expect((await booted.ask(other.panel, 'DELETE', `/api/me/panels/${other.linkId}`)).status).toBe(204);
    expect((await booted.ask(panel, 'GET', '/api/panel/me')).status).toBe(200);
    expect((await booted.ask(ada, 'GET', '/api/me/panels')).body.panels).toMatchObject([{ id: linkId }]);
  });

  it('stays that of a panel when its token is renewed', async () => {
    const { panel: renewing } = await linkPanel(booted, ada);
    const { body } = await booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token: renewing.refreshToken });
    const renewed = { ...renewing, accessToken: body.access_token };
    expect((await booted.ask(renewed, 'GET', '/api/panel/me')).status).toBe(200);
    expect((await booted.ask(renewed, 'GET', '/api/rooms')).status).toBe(403);
  });

  it('has no socket', async () => {
    for (const [person, code] of [
      [panel, 'not_allowed'],
      [cut, 'unauthorized'],
    ] as const) {
      const socket = dial(booted.url, { token: person.accessToken });
      const error = await new Promise<Error & { data?: { code: string } }>((resolve) => {
        socket.on('connect_error', resolve);
      });
      expect(error.data?.code).toBe(code);
      socket.close();
    }
  });
});
