/** What becomes of items when their organization loses its credit, or is no more. */
import { sweepFiles } from '#jobs/sweep-files.js';
import { jpeg } from '../files/samples.js';
import { operator, outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { advertisers, create, numbers, offered, report, shown } from './support/advertisers.js';

let booted: Booted;
beforeAll(async () => {
  booted = await bootApp();
}, 60_000);
afterAll(() => booted[Symbol.asyncDispose]());

const grant = (organization: string, quantity: number) =>
  booted.ask(operator(booted), 'POST', `/api/console/organizations/${organization}/grants`, {
    counter: 'impression',
    quantity,
  });

it('credit that an operator takes to the last pauses what is live; what comes back resumes nothing by itself', async () => {
  const { organization, owner } = await advertisers(booted, { credit: 10 });
  const id = await shown(booted, owner);
  const status = async () => (await numbers(booted, owner, id)).status;
  expect(outcomeOf(await grant(organization, -9))).toBe('200');
  expect(await status()).toBe('live');
  expect(outcomeOf(await grant(organization, -1))).toBe('200');
  await poll(async () => (await status()) === 'paused', { until: 'it is paused' });
  expect(outcomeOf(await grant(organization, 50))).toBe('200');
  expect(await status()).toBe('paused');
  const resumed = await booted.ask(owner, 'POST', `/api/panel/sponsored/${id}/resume`);
  expect(resumed.body.item.status).toBe('live');
  await booted.ask(owner, 'POST', `/api/panel/sponsored/${id}/pause`);
});

it('an organization whose last person leaves for good takes its items and pictures along', async () => {
  const { organization, owner } = await advertisers(booted);
  const { full } = (await booted.ask(owner, 'POST', '/api/panel/sponsored/media/presign', {})).body;
  await shown(booted, owner, { image_key: full.key });
  await create(booted, owner, { title: 'Bir taslak' });
  const { node, store } = booted.app;
  await node.organizations.ask(organization, { type: 'drop_person', account: owner.accountId });
  const left = () => store.range('sponsoredItems', { index: 'byOrganization', prefix: [organization] });
  await poll(async () => (await left()).length === 0, { until: 'nothing is left of it' });
  expect(await store.range('fileUses', { index: 'byOwner', prefix: [organization] })).toEqual([]);
  const ada = await booted.person('ada');
  await poll(async () => (await offered(booted, ada)) === null, { until: 'nothing is offered any more' });
});

it('a reported item is kept as it was, whatever becomes of it; what was never shown is nothing to report', async () => {
  const { owner } = await advertisers(booted);
  const bob = await booted.person('bob');
  const draft = (await create(booted, owner)).body.item.id;
  const send = (id: string) => booted.ask(bob, 'POST', '/api/reports', { kind: 'sponsored', id, reason: 'yalan' });
  expect(outcomeOf(await send(draft))).toBe('404 not_found');
  const id = await shown(booted, owner, { title: 'Mucize' });
  expect(outcomeOf(await send(id))).toBe('201');
  await booted.ask(owner, 'POST', `/api/panel/sponsored/${id}/pause`);
  await booted.ask(owner, 'PATCH', `/api/panel/sponsored/${id}`, { title: 'Başka' });
  const { body } = await booted.ask(operator(booted), 'GET', '/api/console/reports');
  const kept = body.reports.find(({ target }: { target: string }) => target === id);
  expect(kept).toMatchObject({ kind: 'sponsored', content: { id, title: 'Mucize', status: 'live' } });
});

it('a picture that is none is taken off its item, which goes on without it', async () => {
  const { owner } = await advertisers(booted);
  const { full, thumb } = (await booted.ask(owner, 'POST', '/api/panel/sponsored/media/presign', {})).body;
  const page = { method: 'PUT', headers: full.headers, body: '<html>' };
  expect((await fetch(full.url, page)).ok).toBe(true);
  expect((await fetch(thumb.url, { ...page, body: new Uint8Array(jpeg()) })).ok).toBe(true);
  const id = await shown(booted, owner, { image_key: full.key, thumb_key: thumb.key });
  const { node, objects, store: reader, config } = booted.app;
  await sweepFiles({ ...node, objects, reader, uploadLinkTtlS: config.uploadLinkTtlS, now: Date.now });
  const { item } = (await booted.ask(owner, 'GET', `/api/panel/sponsored/${id}`)).body;
  expect(item).toMatchObject({ status: 'live', image_url: null, thumb_url: expect.stringContaining(thumb.key) });
  expect(await objects.head(full.key)).toBeNull();
  await booted.ask(owner, 'POST', `/api/panel/sponsored/${id}/pause`);
});

it('a hidden item stays hidden until its person leaves; then nothing names them', async () => {
  const { owner } = await advertisers(booted);
  const eda = await booted.person('eda');
  const id = await shown(booted, owner);
  const { token } = await offered(booted, eda);
  for (const action of ['impression', 'tap', 'hide']) await report(booted, eda, id, action, token);
  const { erasing, exporting, store } = booted.app;
  const { body } = await booted.ask(eda, 'POST', '/api/me/export');
  await exporting.makeAll();
  const view = async () => (await booted.ask(eda, 'GET', `/api/me/exports/${body.export.id}`)).body.export;
  const { url } = await poll(async () => ((await view()).status === 'ready' ? view() : null), { until: 'it is made' });
  expect(await (await fetch(url)).text()).toContain(`{"item":"${id}","title":"Yaz indirimi"}`);
  expect(await store.range('sponsoredHidden', { index: 'byAccount', prefix: [eda.accountId] })).toHaveLength(1);
  await booted.ask(eda, 'DELETE', '/api/me');
  await poll(() => erasing.erase(eda.accountId), { until: 'the account is erased', withinMs: 60_000 });
  for (const place of ['sponsoredHidden', 'usage', 'sponsoredTaps', 'sponsoredItems'] as const) {
    expect(JSON.stringify(await store.range(place, { index: '_id' }))).not.toContain(eda.accountId);
  }
  expect(await numbers(booted, owner, id)).toEqual({ impressions: 1, clicks: 1, status: 'live' });
}, 60_000);
