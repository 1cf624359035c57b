/**
 * The drill: a new operator with docs/operating.md alone gets an alarm, finds the node, drains it, suspends an abuser and
 * exports the audit log. Commands, signals, addresses and labels are those that the page names.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Page } from 'playwright-core';
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { createRoom, developer, joinRoom, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { freePort } from '../../support/servers/free-port.mjs';
import { describeOnRedis } from '../../support/servers/redis.js';
import { describeOnMongo } from '../../support/store/engines.js';
import { poll } from '../../support/time/poll.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';
const NAMES = ['a', 'b'] as const;
const STALL_MS = 700;
const STALL_INTERVAL_MS = 1_000;
const run = promisify(execFile);

/** What the operator has: one page of the documents. */
const page = readFileSync('docs/operating.md', 'utf8');
const sectionOf = (heading: string): string =>
  new RegExp(`^## ${heading}\n([\\s\\S]*?)\n## `, 'm').exec(page)?.[1] ?? '';
const step = (name: string): string =>
  new RegExp(`\\*\\*${name}\\.?\\*\\*([\\s\\S]*?)(?=\n\\d\\. |$)`).exec(sectionOf('On call'))?.[1] ?? '';
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const labelsIn = (text: string): string[] => [...text.matchAll(/“([^”]+)”/g)].map(([, label = '']) => label);

/** The node stands still most of the time, as one does whose machine is overcommitted. */
function stall(pid: number): () => void {
  let isOver = false;
  const timer = setInterval(() => {
    process.kill(pid, 'SIGSTOP');
    setTimeout(() => isOver || process.kill(pid, 'SIGCONT'), STALL_MS);
  }, STALL_INTERVAL_MS);
  return () => {
    if (!isOver) process.kill(pid, 'SIGCONT');
    isOver = true;
    clearInterval(timer);
  };
}

interface Alarm {
  instance: string;
  runbook: string;
}

/** As Prometheus evaluates the rule of a single metric over the scrapes of all nodes. */
async function alarmOf(name: string, scrapes: Record<string, string>): Promise<Alarm | null> {
  const [, rule = ''] = new RegExp(`- alert: ${name}\n([\\s\\S]*?)(?=\n {6}- |$)`).exec(
    readFileSync('deploy/prometheus/rules.yml', 'utf8'),
  ) ?? [''];
  const [, metric = '', bound = ''] = /expr: (\S+) > ([\d.]+)/.exec(rule) ?? [];
  const [, runbook = ''] = /runbook: (\S+)/.exec(rule) ?? [];
  for (const [instance, url] of Object.entries(scrapes)) {
    const text = await (await fetch(url)).text();
    const line = text.split('\n').find((one) => one.startsWith(metric));
    if (Number(line?.split(' ').at(-1)) > Number(bound)) return { instance, runbook };
  }
  return null;
}

describeInChromium('a new operator', (browser) => {
  describeOnRedis('on call', (redis) => {
    describeOnMongo('with docs/operating.md alone', (_, mongod) => {
      const nodes = new Map<string, ServerProcess>();
      const scrapes: Record<string, string> = {};
      let people: Record<'ada' | 'bob', Person>;
      let resume: () => void;
      let tab: Page;
      let alarm: Alarm;
      const id = (name: string) => tab.getByTestId(name);
      const node = (name: string): ServerProcess => nodes.get(name) as ServerProcess;
      const say = (by: Person) =>
        rest(node('a').url, '/rooms/kahve/messages', { method: 'POST', token: by.token, body: { body: 'selam' } });

      beforeAll(async () => {
        const shared = { CONSOLE_KEY, RATE_LIMITS: 'off', SECRET: 's'.repeat(32), DICTIONARY_URL: 'off' };
        const place = { REDIS_URL: redis().url, MONGODB_URI: mongod().freshUri(), DRAIN_S: '5' };
        for (const name of NAMES) {
          const METRICS_PORT = String(await freePort());
          scrapes[name] = `http://127.0.0.1:${METRICS_PORT}/metrics`;
          nodes.set(name, await startServer({ ...shared, ...place, METRICS_PORT, NODE_NAME: name }));
        }
        const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => developer(node('a').url, name)));
        people = { ada, bob } as typeof people;
        await createRoom(node('a').url, people.ada, 'kahve');
        await joinRoom(node('a').url, people.bob, 'kahve');
        const context = await browser().newContext({ locale: 'en-GB' });
        context.setDefaultTimeout(60_000);
        tab = await context.newPage();
      }, 240_000);
      afterAll(async () => {
        resume?.();
        await Promise.all([...nodes.values()].map((server) => server.remove()));
      }, 60_000);

      it('gets a key of the one who was on call before', async () => {
        const [, command = ''] = /^```\n(MEYDAN_URL=.*keys create.*)\n```$/m.exec(sectionOf('Operators')) ?? [];
        const [, file = ''] = /MEYDAN_KEY_FILE=(\S+)/.exec(command) ?? [];
        const own = join(node('a').dir, 'console-key');
        await writeFile(own, CONSOLE_KEY);
        const here = command.replace(/MEYDAN_URL=\S+/, `MEYDAN_URL=${node('a').url}`).replace(file, own);
        const { stdout } = await run('sh', ['-c', here.replace('npm run', 'npm run --silent')]);
        await tab.goto(`${node('a').url}${codesIn(step('An abuser'))[0]}`);
        await id('console-key').fill(JSON.parse(stdout).secret);
        await tab.keyboard.press('Enter');
        await id('operator').filter({ hasText: 'Ayşe Yılmaz' }).waitFor();
      });

      it('moves the slot of a busy room to the other node', async () => {
        await id('section-nodes').click();
        await id('node-b').waitFor();
        await id('slot-room').fill('kahve');
        await tab.keyboard.press('Enter');
        const row = id('slot-found').locator('tbody tr');
        const owner = async () => (await row.locator('td').first().textContent()) ?? '';
        const before = await owner();
        expect(NAMES).toContain(before);
        await row.getByTestId('slot-move').click();
        await id('reason').fill('a busy room');
        expect(await barriersOn(tab)).toEqual([]);
        await id('action-send').click();
        await row.filter({ hasText: 'by an operator' }).waitFor();
        const other = NAMES.find((name) => name !== before) as string;
        const isMoved = async () => {
          await id('slot-find').click();
          return (await owner()) === other;
        };
        await poll(isMoved, { until: 'the slot is on the other node', withinMs: 60_000, everyMs: 200 });
        await say(people.bob);
        expect(await barriersOn(tab)).toEqual([]);
      }, 90_000);

      it('is woken by an alarm that names the node and a heading', async () => {
        resume = stall(node('b').pid);
        const found = () => alarmOf('MeydanNodeCannotKeepUp', scrapes);
        alarm = (await poll(found, { until: 'the alarm fires', withinMs: 60_000, everyMs: 500 })) as Alarm;
        expect(alarm.instance).toBe('b');
        const [, anchor = ''] = alarm.runbook.split('#');
        const heading = `${anchor.charAt(0).toUpperCase()}${anchor.slice(1)}`;
        expect(sectionOf(heading)).toContain('(#on-call)');
      });

      it('finds the node on the live page', async () => {
        const [path = ''] = codesIn(step('The node'));
        await tab.goto(`${node('a').url}${path}`);
        await id('verdict')
          .filter({ hasText: `node ${alarm.instance} lags` })
          .waitFor();
        const [table = ''] = labelsIn(step('The node'));
        await tab.getByRole('table', { name: table }).getByRole('row', { name: alarm.instance }).first().waitFor();
      });

      it('drains it, and no call of others fails', async () => {
        const [signal = '', code = ''] = codesIn(step('Drain it'));
        resume();
        const ended = node(alarm.instance).ended();
        process.kill(node(alarm.instance).pid, signal as NodeJS.Signals);
        let isOver = false;
        void ended.then(() => {
          isOver = true;
        });
        while (!isOver) await say(people.bob);
        expect(String(await ended)).toBe(code);
        await say(people.bob);
      });

      it('suspends the abuser at the page, and nothing of the account is accepted any more', async () => {
        const [section = '', button = ''] = labelsIn(step('An abuser'));
        const [path = '', typed = ''] = codesIn(step('An abuser'));
        await tab.goto(`${node('a').url}${path}`);
        await tab.getByRole('link', { name: section, exact: true }).click();
        await id('find').fill(typed.replace('username', people.bob.name));
        await tab.keyboard.press('Enter');
        await tab.getByRole('button', { name: button }).click();
        await id('reason').fill('floods a room');
        await id('action-send').click();
        await id('suspension').filter({ hasText: 'floods a room' }).waitFor();
        await expect(say(people.bob)).rejects.toMatchObject({ code: 'account_suspended' });
      });

      it('sees on the live page that the node has left, and that nothing else is wrong with it', async () => {
        const [path = ''] = codesIn(step('The node'));
        await tab.goto(`${node('a').url}${path}`);
        const row = id(`node-${alarm.instance}`);
        await row.filter({ hasText: 'left' }).waitFor();
        await id('verdict')
          .filter({ hasNotText: `node ${alarm.instance}` })
          .waitFor();
        await tab.getByTestId('to-console').click();
      });

      it('exports the audit log with who did it and why', async () => {
        const [section = '', button = ''] = labelsIn(step('The evidence'));
        await tab.getByRole('link', { name: section, exact: true }).click();
        // Newer rows are looks at the profile.
        await tab.locator('[data-rows="audit"] .row').filter({ hasText: 'Suspended an account' }).click();
        await id('audit-entry')
          .filter({ hasText: 'floods a room' })
          .filter({ hasText: people.bob.accountId })
          .waitFor();
        const downloads: Download[] = [];
        tab.on('download', (download) => downloads.push(download));
        const exported = async () => {
          await tab.getByRole('button', { name: button, exact: true }).click();
          const path = await downloads.at(-1)?.path();
          const lines = path ? (await readFile(path, 'utf8')).trim().split('\n') : [];
          return lines.map((line) => JSON.parse(line)).find(({ action }) => action === 'createOperatorKey');
        };
        // Rows of the last 15 seconds follow later; the page lists them at once.
        const row = await poll(exported, { until: 'the first row is exported', withinMs: 60_000, everyMs: 1_000 });
        expect(row).toMatchObject({ operator: { name: 'CONSOLE_KEY' }, given: { role: 'admin' }, outcome: 'done' });
      }, 90_000);
    });
  });
});
