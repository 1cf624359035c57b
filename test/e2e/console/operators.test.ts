/** Operators at their page: with keys of their own, each seeing and doing only what the role may. */
import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { loseFirstAnswer } from '../../support/browsers/lost-answers.js';
import { OperatorPerson } from '../../support/browsers/operator-person.js';
import { createRoom, developer, joinRoom, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';
const keys = new Map<string, string>();

describeInChromium('an operator at the console', (browser) => {
  let server: ServerProcess;
  let operator: OperatorPerson;
  let people: Record<'ada' | 'bob' | 'cem' | 'eda', Person>;
  let broken: string[];
  const id = (name: string) => operator.id(name);

  const say = async (by: Person, body: string) =>
    (
      await rest<{ message: { id: string } }>(server.url, '/rooms/kahve/messages', {
        method: 'POST',
        token: by.token,
        body: { body },
      })
    ).message;
  const report = (by: Person, kind: string, target: string) =>
    rest(server.url, '/reports', { method: 'POST', token: by.token, body: { kind, id: target, reason: 'spam' } });
  const outcomeOf = ({ token }: Person) => rest(server.url, '/me', { token }).then(() => 'ok', codeOf);
  const codeOf = (error: { code?: string }) => error.code ?? String(error);
  const signInAs = async (role: string) => {
    await operator.leave();
    await operator.signIn(keys.get(role) as string);
  };

  beforeAll(async () => {
    const groups = { OPERATOR_GROUPS: 'moderator=chat-moderators', OPERATOR_SCOPE: 'groups' };
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY, DICTIONARY_URL: 'off', ...groups });
    const context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(30_000);
    operator = new OperatorPerson(await context.newPage());
    broken = [];
    operator.page.on('pageerror', (error) => broken.push(String(error)));
    const [ada, bob, cem, eda] = await Promise.all(
      ['ada', 'bob', 'cem', 'eda'].map((name) => developer(server.url, name)),
    );
    people = { ada, bob, cem, eda } as typeof people;
    await createRoom(server.url, people.ada, 'kahve');
    await Promise.all([people.bob, people.cem].map((one) => joinRoom(server.url, one, 'kahve')));
  }, 120_000);
  afterAll(() => server.remove());

  it('gets a key of an admin, which is shown once', async () => {
    await operator.page.goto(`${server.url}/console/#/operators`);
    await operator.signIn(CONSOLE_KEY);
    await id('nothing').waitFor();
    for (const role of ['support', 'moderator', 'admin']) keys.set(role, await operator.createKey(role, role));
    expect(new Set(keys.values()).size).toBe(3);
    expect(await operator.page.content()).not.toContain(keys.get('admin'));
    expect(await barriersOn(operator.page)).toEqual([]);
  });

  it('sees with the role support what support may do, and no more', async () => {
    await report(people.ada, 'account', people.bob.accountId);
    await signInAs('support');
    expect(await id('operator').textContent()).toContain('support');
    expect(await operator.sections()).toEqual(['reports', 'people', 'packages', 'sponsored', 'nodes']);
    await operator.go('reports');
    await id('report').waitFor();
    expect(await id('uphold').count()).toBe(0);
    await operator.find('@bob');
    await id('profile').waitFor();
    expect(await id('end-sessions').count()).toBe(1);
    for (const button of ['suspend', 'lift', 'erase', 'history']) expect(await id(button).count()).toBe(0);
    await id('look-reason').fill('A question of the account.');
    await id('look').click();
    await id('rooms-of-account').filter({ hasText: 'kahve' }).waitFor();
    expect(await id('sessions-of-account').locator('li').count()).toBe(1);
    expect(await barriersOn(operator.page)).toEqual([]);
    await operator.act('end-sessions', 'lost phone');
    await id('sessions-of-account').locator('li').waitFor({ state: 'detached' });
  });

  it('reads a reported conversation as it was and as it is, and decides with the action in one step', async () => {
    const bad = await say(people.cem, 'a bad word');
    await report(people.ada, 'message', bad.id);
    await rest(server.url, `/rooms/kahve/messages/${bad.id}`, {
      method: 'PATCH',
      token: people.cem.token,
      body: { body: 'a good word' },
    });
    await signInAs('moderator');
    await operator.go('reports');
    await operator.page.locator('[data-rows="reports"] .row').filter({ hasText: 'Message' }).click();
    await id('as-reported').filter({ hasText: 'a bad word' }).waitFor();
    await id('look').click();
    await operator.page.locator('[data-testid="said"][data-reported]').filter({ hasText: 'a good word' }).waitFor();
    await operator.page.locator('.said-event').filter({ hasText: '@cem joined' }).waitFor();
    await operator.page.keyboard.press('u');
    await id('report-action').selectOption('suspend_account');
    await id('until').selectOption('3');
    await id('public-reason').fill('Be kind.');
    expect(await barriersOn(operator.page)).toEqual([]);
    await id('note').fill('insults');
    await operator.page.keyboard.press('Control+Enter');
    await id('notice').filter({ hasText: 'the account is suspended' }).waitFor();
    expect(await outcomeOf(people.cem)).toBe('account_suspended');
  });

  it('sees the suspension on the profile, and lifts it for a reason', async () => {
    await operator.find(people.cem.accountId);
    await id('suspension').filter({ hasText: 'insults' }).filter({ hasText: 'Be kind.' }).waitFor();
    await operator.act('lift', 'was a mistake');
    await id('suspension').waitFor({ state: 'detached' });
    expect(await outcomeOf(people.cem)).toBe('ok');
  });

  it('is told in the dialog why an action is refused, and keeps the typed words', async () => {
    await id('suspend').click();
    await id('until').selectOption('date');
    await id('action-send').isDisabled();
    await operator.page.locator('input[data-testid="until-date"]').fill('2020-01-01T12:00');
    await id('reason').fill('spam');
    expect(await barriersOn(operator.page)).toEqual([]);
    await operator.page.keyboard.press('Control+Enter');
    await id('action-problem').filter({ hasText: 'until: must be in the future' }).waitFor();
    expect(await id('reason').inputValue()).toBe('spam');
    await operator.page.keyboard.press('Escape');
    await id('action-form').waitFor({ state: 'detached' });
  });

  it('opens a room for a reason and deletes a message, but as a moderator no room', async () => {
    const { id: message } = await say(people.ada, 'to be deleted');
    await operator.go('rooms');
    await id('room-id').fill('kahve');
    await id('look-reason').fill('A complaint by mail.');
    await operator.page.keyboard.press('Enter');
    const line = operator.page.locator(`[data-message="${message}"]`);
    await line.filter({ hasText: 'to be deleted' }).waitFor();
    expect(await id('room-delete').count()).toBe(0);
    expect(await barriersOn(operator.page)).toEqual([]);
    await line.getByTestId('message-delete').click();
    await id('reason').fill('personal data');
    await id('action-send').click();
    await line.filter({ hasText: 'The content of this message is deleted.' }).waitFor();
    await id('room-id').fill('no-such-room');
    await id('room-open').click();
    await id('nothing').filter({ hasText: 'There is no such room.' }).waitFor();
  });

  it('deletes a room and erases an account only after the name is typed', async () => {
    await signInAs('admin');
    await operator.page.goto(`${server.url}/console/#/rooms/kahve`);
    const isFollowed = async () => (await id('room-id').inputValue()) === 'kahve';
    await poll(isFollowed, { until: 'the page has followed the address', withinMs: 30_000 });
    await id('look-reason').fill('A court order.');
    await operator.page.keyboard.press('Enter');
    await id('room-delete').click();
    await id('reason').fill('court order 7');
    expect(await id('action-send').isDisabled()).toBe(true);
    await id('confirm-word').fill('kahve');
    await id('action-send').click();
    await id('room').waitFor({ state: 'detached' });
    await expect(joinRoom(server.url, people.eda, 'kahve')).rejects.toMatchObject({ code: 'room_not_found' });
    await operator.find('eda');
    await operator.act('erase', 'asked for by its owner', () => id('confirm-word').fill('eda'));
    expect(await outcomeOf(people.eda)).toBe('unauthorized');
  });

  it('finds in the audit log who did it and why', async () => {
    await operator.go('audit');
    await id('audit-target').fill(people.cem.accountId);
    await id('audit-apply').click();
    const rows = operator.page.locator('[data-rows="audit"] .row');
    await poll(async () => (await rows.first().textContent())?.startsWith('Suspended an account'), {
      until: 'the newest row is the refused suspension',
      withinMs: 15_000,
    });
    expect(await rows.first().textContent()).toContain('validation_failed');
    await rows.filter({ hasText: 'Lifted a suspension' }).click();
    await id('audit-entry').filter({ hasText: 'was a mistake' }).waitFor();
    expect(await id('audit-entry').textContent()).toContain('moderator');
    expect(await barriersOn(operator.page)).toEqual([]);
    await id('audit-clear').click();
    await rows.filter({ hasText: 'Created a key' }).first().waitFor();
  });

  it('exports the rows of a day as a table', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await id('audit-from').fill('2020-01-01');
    await id('audit-to').fill('2020-01-02');
    await id('nothing').filter({ hasText: 'No rows.' }).waitFor();
    await id('audit-clear').click();
    await id('audit-from').fill(today);
    const rows = operator.page.locator('[data-rows="audit"] .row');
    await rows.first().waitFor();
    const downloads: Download[] = [];
    operator.page.on('download', (download) => downloads.push(download));
    const exported = async () => {
      await id('audit-export-csv').click();
      const path = await downloads.at(-1)?.path();
      const text = path ? await readFile(path, 'utf8') : '';
      return text.includes(',createOperatorKey,') ? text : null;
    };
    // Rows of the last 15 seconds follow later.
    const text = await poll(exported, { until: 'the first row is exported', withinMs: 30_000, everyMs: 1_000 });
    expect(text).toMatch(/^\ufeffid,at,operator_id,/);
    expect(downloads[0]?.suggestedFilename()).toBe(`meydan-audit-${today}.csv`);
  });

  it('logs in by a group of the identity provider, and returns to the page where that began', async () => {
    await operator.page.goto(`${server.url}/console/live`);
    await id('leave').click();
    expect(await barriersOn(operator.page)).toEqual([]);
    await operator.identify('Gül', 'others, chat-moderators');
    await operator.page.waitForURL(`${server.url}/console/live`);
    await id('to-console').click();
    await id('operator').filter({ hasText: 'Gül' }).filter({ hasText: 'Moderator' }).waitFor();
    expect(await operator.sections()).not.toContain('audit');
  });

  it('is logged out when an admin ends the login, and refused without the group', async () => {
    const admin = new OperatorPerson(await operator.page.context().newPage());
    await admin.page.goto(`${server.url}/console/#/operators`);
    await admin.signIn(keys.get('admin') as string);
    await admin.id('login-Gül').filter({ hasText: 'chat-moderators' }).waitFor();
    expect(await barriersOn(admin.page)).toEqual([]);
    await admin.act('logins-end', 'has left the company');
    await admin.id('login-Gül').waitFor({ state: 'detached' });
    await admin.page.close();
    // The page asks twice a minute by itself as well.
    const isOut = async () => {
      if (await id('reload').isVisible())
        await id('reload')
          .click({ timeout: 1_000 })
          .catch(() => undefined);
      return id('key-problem').isVisible();
    };
    await poll(isOut, { until: 'the login has ended', withinMs: 30_000 });
    expect(await id('key-problem').textContent()).toBe('Your login has ended. Log in again.');
    await operator.identify('Gül', 'others');
    await id('key-problem').filter({ hasText: 'None of your groups' }).waitFor();
    expect(operator.page.url()).not.toContain('code=');
  });

  it('ends the login at the service by signing out', async () => {
    await operator.identify('Hale', 'chat-moderators');
    await id('operator').filter({ hasText: 'Hale' }).waitFor();
    const key = await operator.page.evaluate<string>(`sessionStorage.getItem('meydan.console-key')`);
    const status = async () =>
      (await fetch(`${server.url}/api/console/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status()).toBe(200);
    await operator.leave();
    await poll(async () => (await status()) === 401, { until: 'the login has ended', withinMs: 10_000 });
    await operator.signIn(keys.get('admin') as string);
  });

  it('works on a phone, in the dark, in Turkish', async () => {
    await operator.page.setViewportSize({ width: 390, height: 844 });
    await operator.page.emulateMedia({ colorScheme: 'dark' });
    await id('language-tr').click();
    for (const section of await operator.sections()) {
      await operator.go(section);
      await operator.page.locator('#section-title').waitFor();
      expect(await operator.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      expect([section, await barriersOn(operator.page)]).toEqual([section, []]);
    }
    await operator.go('nodes');
    await id('nothing').filter({ hasText: 'tek bir düğüm' }).waitFor();
  });

  it('goes on with the new key after rotating the own one, and is shown it', async () => {
    await operator.page.setViewportSize({ width: 1280, height: 800 });
    await operator.go('operators');
    await id('key-admin').getByTestId('key-rotate').click();
    await id('reason').fill('was seen by somebody');
    await id('action-send').click();
    const secret = await id('key-secret').inputValue();
    expect(secret).not.toBe(keys.get('admin'));
    await id('key-done').click();
    await operator.go('reports');
    await operator.go('operators');
    await id('key-admin').waitFor();
    expect(await operator.page.evaluate<string>(`sessionStorage.getItem('meydan.console-key')`)).toBe(secret);
  });

  it('creates one key, also when the answer to the first request is lost', async () => {
    await loseFirstAnswer(operator.page, '/api/console/keys');
    await id('key-new').click();
    await id('key-name').fill('deniz');
    await id('key-create').click();
    await id('key-form').getByRole('alert').waitFor();
    await id('key-create').click();
    await id('key-secret').waitFor();
    await id('key-done').click();
    await id('key-deniz').waitFor();
    expect(await id('key-deniz').count()).toBe(1);
  });

  it('is signed out when the key is revoked', async () => {
    await operator.page.setViewportSize({ width: 1280, height: 800 });
    await operator.go('operators');
    await id('key-admin').getByTestId('key-revoke').click();
    await id('reason').fill('was lost');
    await id('action-send').click();
    await id('key-problem').waitFor();
    expect(await operator.page.evaluate('sessionStorage.length')).toBe(0);
    expect(broken).toEqual([]);
  });
});
