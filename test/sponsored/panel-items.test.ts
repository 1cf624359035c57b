/** Sponsored items in the panel: what may be written, and what becomes of it. */
import { panelPerson } from '../panel/support/panel-people.js';
import { operator, outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type Advertisers, advertisers, create, decide, fields, move } from './support/advertisers.js';
import { employ } from './support/sponsored-fixture.js';

let booted: Booted;
let us: Advertisers;
beforeAll(async () => {
  booted = await bootApp();
  us = await advertisers(booted);
}, 60_000);
afterAll(() => booted[Symbol.asyncDispose]());

const path = '/api/panel/sponsored';
const ask = (method: string, rest = '', body?: unknown, by: Person = us.owner) =>
  booted.ask(by, method, `${path}${rest}`, body);

async function draft(more: object = {}): Promise<string> {
  const { status, body } = await create(booted, us.owner, more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.item.id;
}

const problems = async (more: object) => {
  const { status, body } = await create(booted, us.owner, more);
  return status === 422 ? Object.keys(body.error.fields) : status;
};

describe('a draft', () => {
  it('is answered as it is kept, with an audience of everybody', async () => {
    const { status, body } = await create(booted, us.owner, { title: '  Yaz   indirimi ', body: 'Bir\t\tiki' });
    expect(status).toBe(201);
    expect(body).toEqual({
      item: {
        id: expect.any(String),
        status: 'draft',
        reject_reason: null,
        title: 'Yaz indirimi',
        body: 'Bir iki',
        target_kind: 'url',
        target: 'https://example.com/yaz',
        image_url: null,
        thumb_url: null,
        languages: [],
        platforms: [],
        budget: 100,
        impressions: 0,
        clicks: 0,
        starts_at: null,
        ends_at: null,
        audience: { interests: [], activity: 'any', segments: [] },
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      },
    });
  });

  it.each<[string, object, string[]]>([
    ['no title', { title: undefined }, ['title']],
    ['a title of one character after trimming', { title: ' a ' }, ['title']],
    ['a title of 61', { title: 'a'.repeat(61) }, ['title']],
    ['a body of 141', { body: 'a'.repeat(141) }, ['body']],
    ['a kind of target there is not', { target_kind: 'phone' }, ['target_kind']],
    ['a target of 501', { target: `https://example.com/${'a'.repeat(481)}` }, ['target']],
    ['http', { target: 'http://example.com' }, ['target']],
    ['a user name', { target: 'https://ada@example.com' }, ['target']],
    ['a host without a dot', { target: 'https://localhost/x' }, ['target']],
    ['a room that is not there', { target_kind: 'room', target: 'yok-boyle-oda' }, ['target']],
    ['a scheme that runs something', { target_kind: 'deeplink', target: 'JavaScript://x' }, ['target']],
    ['no scheme', { target_kind: 'deeplink', target: 'meydan:room' }, ['target']],
    ["another organization's picture", { image_key: 'sponsored/other/x.jpg' }, ['image_key']],
    ['a picture outside of its folder', { thumb_key: 'avatars/x.jpg' }, ['thumb_key']],
    ['a language there is not', { languages: ['de'] }, ['languages.0']],
    ['a platform there is not', { platforms: ['web_app'] }, ['platforms.0']],
    ['a budget of 99', { budget: 99 }, ['budget']],
    ['a budget of 10000001', { budget: 10_000_001 }, ['budget']],
    ['half a budget', { budget: 100.5 }, ['budget']],
    ['a start after the year 9999', { starts_at: 253_402_300_800_000 }, ['starts_at']],
    ['an end at its start', { starts_at: 5_000, ends_at: 5_000 }, ['ends_at']],
    [
      '21 interests',
      { audience: { interests: Array.from({ length: 21 }, (_, n) => `c${n}`) } },
      ['audience.interests'],
    ],
    ['an activity there is not', { audience: { activity: 'huge' } }, ['audience.activity']],
    ['a segment there is not', { audience: { segments: ['nobody'] } }, ['audience.segments.0']],
  ])('with %s is refused by field', async (_, more, wrong) => {
    expect(await problems(more)).toEqual(wrong);
  });

  it.each<[string, object, object]>([
    ['60 and 140 characters, however they are encoded', { title: '🙂'.repeat(60), body: 'ş'.repeat(140) }, {}],
    ['no budget', { budget: undefined }, { budget: 0 }],
    ['the smallest budget', { budget: 100 }, {}],
    ['the greatest', { budget: 10_000_000 }, {}],
    ['an address of an app', { target_kind: 'deeplink', target: 'kitap://liste/yaz?x=1' }, {}],
    ['the last date', { ends_at: 253_402_300_799_999 }, {}],
    ['dates', { starts_at: 5_000, ends_at: 5_001 }, {}],
    [
      'an audience',
      { audience: { interests: ['bilim', 'bilim'], activity: 'medium', segments: ['night_owl'] } },
      { audience: { interests: ['bilim'], activity: 'medium', segments: ['night_owl'] } },
    ],
    [
      'part of an audience',
      { audience: { activity: 'low' } },
      { audience: { interests: [], activity: 'low', segments: [] } },
    ],
  ])('may have %s', async (_, more, kept) => {
    const { status, body } = await create(booted, us.owner, more);
    const sent = JSON.parse(JSON.stringify(more));
    expect([status, body.item]).toEqual([201, expect.objectContaining({ ...sent, ...kept })]);
  });

  it('may lead to a group that is there, in any spelling', async () => {
    const ada = await booted.person('ada');
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kitap', slug: 'kitap-kulubu' });
    const { status, body } = await create(booted, us.owner, { target_kind: 'room', target: 'Kitap-Kulubu' });
    expect([status, body.item.target]).toEqual([201, 'kitap-kulubu']);
  });

  it('carries the pictures that were uploaded for it', async () => {
    const presigned = await ask('POST', '/media/presign', { content_type: 'image/png' });
    expect(presigned.status).toBe(200);
    const { full, thumb, thumb_content_type } = presigned.body;
    expect(thumb_content_type).toBe('image/png');
    expect(full.key).toMatch(new RegExp(`^sponsored/${us.organization}/.+\\.png$`));
    const id = await draft({ image_key: full.key, thumb_key: thumb.key });
    const { body } = await ask('GET', `/${id}`);
    expect(body.item.image_url).toContain(full.key);
    expect(body.item).not.toHaveProperty('image_key');
    const uses = () => booted.app.store.range('fileUses', { index: 'byOwner', prefix: [us.organization] });
    expect(await uses()).toHaveLength(2);
    await ask('PATCH', `/${id}`, { thumb_key: null });
    expect(await uses()).toHaveLength(1);
    await ask('DELETE', `/${id}`);
    expect(await uses()).toEqual([]);
  });

  it.each(['video/mp4', 'application/pdf', 'x'])('takes no %s for a picture', async (type) => {
    expect(outcomeOf(await ask('POST', '/media/presign', { content_type: type }))).toBe('400 invalid_request');
  });
});

describe('the life of an item', () => {
  it('goes from draft over review to live, pauses, and is a draft again when it is changed', async () => {
    const id = await draft();
    const status = async () => (await ask('GET', `/${id}`)).body.item.status;
    expect((await move(booted, us.owner, id, 'submit')).body.item.status).toBe('review');
    expect((await decide(booted, id, 'approve')).body.item.status).toBe('live');
    expect((await move(booted, us.owner, id, 'pause')).body.item.status).toBe('paused');
    expect((await move(booted, us.owner, id, 'resume')).body.item.status).toBe('live');
    await move(booted, us.owner, id, 'pause');
    const edited = await ask('PATCH', `/${id}`, { title: 'Kış indirimi' });
    expect(edited.body.item).toMatchObject({ status: 'draft', title: 'Kış indirimi', budget: 100 });
    expect(await status()).toBe('draft');
  });

  it('is rejected with a reason, which a change takes back', async () => {
    const id = await draft();
    await move(booted, us.owner, id, 'submit');
    const { body } = await decide(booted, id, 'reject', 'Abartılı.');
    expect(body.item).toMatchObject({
      status: 'rejected',
      reject_reason: 'Abartılı.',
      organization: { id: us.organization },
    });
    const edited = await ask('PATCH', `/${id}`, { body: 'Daha sakin.' });
    expect(edited.body.item).toMatchObject({ status: 'draft', reject_reason: null });
  });

  it('needs a budget for review', async () => {
    const id = await draft({ budget: undefined });
    const { status, body } = await move(booted, us.owner, id, 'submit');
    expect([status, body.error.code, Object.keys(body.error.fields)]).toEqual([422, 'validation_failed', ['budget']]);
  });

  it('needs an end that lies ahead', async () => {
    const id = await draft({ ends_at: 1_000 });
    expect((await move(booted, us.owner, id, 'submit')).body.error.fields).toHaveProperty('ends_at');
  });

  it('takes each step from its own state only', async () => {
    const outcomes: Record<string, string[]> = {};
    const steps = ['submit', 'pause', 'resume', 'approve', 'edit', 'delete'] as const;
    const take = (id: string, step: (typeof steps)[number]) => {
      if (step === 'approve') return decide(booted, id, 'approve');
      if (step === 'edit') return ask('PATCH', `/${id}`, { title: 'Başka' });
      return step === 'delete' ? ask('DELETE', `/${id}`) : move(booted, us.owner, id, step);
    };
    const reach: Record<string, (id: string) => Promise<unknown>[]> = {
      draft: () => [],
      review: (id) => [move(booted, us.owner, id, 'submit')],
      rejected: (id) => [move(booted, us.owner, id, 'submit').then(() => decide(booted, id, 'reject'))],
      live: (id) => [move(booted, us.owner, id, 'submit').then(() => decide(booted, id, 'approve'))],
      paused: (id) => [
        move(booted, us.owner, id, 'submit')
          .then(() => decide(booted, id, 'approve'))
          .then(() => move(booted, us.owner, id, 'pause')),
      ],
    };
    for (const [state, way] of Object.entries(reach)) {
      outcomes[state] = [];
      for (const step of steps) {
        const id = await draft();
        await Promise.all(way(id));
        if (outcomeOf(await take(id, step)) !== '409 invalid_state') outcomes[state].push(step);
      }
    }
    expect(outcomes).toEqual({
      draft: ['submit', 'edit', 'delete'],
      review: ['approve', 'delete'],
      rejected: ['edit', 'delete'],
      live: ['pause'],
      paused: ['resume', 'edit', 'delete'],
    });
  }, 60_000);

  it('does not go on without credit', async () => {
    const poor = await advertisers(booted, { credit: 0 });
    const { body } = await create(booted, poor.owner);
    const { id } = body.item;
    await move(booted, poor.owner, id, 'submit');
    expect((await decide(booted, id, 'approve')).body.item.status).toBe('live');
    await move(booted, poor.owner, id, 'pause');
    expect(outcomeOf(await move(booted, poor.owner, id, 'resume'))).toBe('409 no_credit');
  });

  it('is listed newest first, and to operators by status', async () => {
    const others = await advertisers(booted);
    const ids: string[] = [];
    for (const title of ['Bir', 'İki', 'Üç']) ids.unshift((await create(booted, others.owner, { title })).body.item.id);
    const { body } = await ask('GET', '', undefined, others.owner);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids);
    await move(booted, others.owner, ids[2] as string, 'submit');
    await move(booted, others.owner, ids[0] as string, 'submit');
    const queue = await booted.ask(operator(booted), 'GET', '/api/console/sponsored?status=review&limit=200');
    const own = queue.body.items.filter(
      (item: { organization: { id: string } }) => item.organization.id === others.organization,
    );
    expect(own.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[0]]);
    expect(own[0].organization.display_name).toBe('Kahve Köşesi');
  });
});

describe('who may', () => {
  it('is owner, admin and ads; others are refused, and whoever has no organization', async () => {
    const outcomes: Record<string, string> = {};
    for (const role of ['admin', 'ads', 'viewer'] as const) {
      const person = await panelPerson(booted, `${role}kisi`);
      await employ(booted.app.store, us.organization, role, person.accountId);
      outcomes[role] =
        `${outcomeOf(await create(booted, person))}, ${outcomeOf(await ask('GET', '', undefined, person))}`;
    }
    const nobody = await panelPerson(booted, 'kimsesiz');
    outcomes.nobody = `${outcomeOf(await create(booted, nobody))}, ${outcomeOf(await ask('GET', '', undefined, nobody))}`;
    expect(outcomes).toEqual({
      admin: '201, 200',
      ads: '201, 200',
      viewer: '403 not_allowed, 403 not_allowed',
      nobody: '404 no_organization, 404 no_organization',
    });
  });

  it('comes with a panel, not with an app', async () => {
    const ada = await booted.person('uygulamadan');
    expect(outcomeOf(await create(booted, ada))).toBe('401 unauthorized');
  });

  it('needs a package that includes it, and no suspension', async () => {
    const plain = await advertisers(booted, { features: [] });
    expect(outcomeOf(await create(booted, plain.owner))).toBe('403 not_in_package');
    const held = await advertisers(booted);
    const { body } = await create(booted, held.owner);
    const set = { suspended: true };
    await booted.app.store.write([{ op: 'set', in: 'organizations', id: held.organization, set }]);
    expect(outcomeOf(await create(booted, held.owner))).toBe('403 organization_suspended');
    expect(outcomeOf(await move(booted, held.owner, body.item.id, 'submit'))).toBe('403 organization_suspended');
  });

  it('sees nothing of what others have', async () => {
    const others = await advertisers(booted);
    const id = await draft();
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/submit'],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ]) {
      expect(outcomeOf(await ask(method as string, `/${id}${rest}`, undefined, others.owner))).toBe('404 not_found');
    }
    expect(outcomeOf(await ask('PATCH', `/${id}`, { title: 'Benim' }, others.owner))).toBe('404 not_found');
    expect(outcomeOf(await ask('GET', '/x'))).toBe('404 not_found');
  });
});

it('the choices of an audience are named in the language that was asked for', async () => {
  const { body } = await ask('GET', '/audience-options?lang=en');
  expect(body.activities).toEqual(['any', 'low', 'medium', 'high']);
  expect(body.interests).toEqual([]);
  expect(body.segments[0]).toEqual({ slug: 'deep_reader', name: 'Deep readers', reach: 0 });
  await booted.app.store.write([
    { op: 'put', in: 'segmentReach', doc: { _id: 'deep_reader', reach: 7, countedAt: 0 } as never },
  ]);
  const turkish = await ask('GET', '/audience-options?lang=xx');
  expect(turkish.body.segments[0]).toEqual({ slug: 'deep_reader', name: 'Uzun okuyanlar', reach: 7 });
});

it('the same request under one key makes one item', async () => {
  const before = (await ask('GET')).body.items.length;
  const key = { 'idempotency-key': 'bir-kere' };
  const answers = await Promise.all([1, 2].map(() => booted.ask(us.owner, 'POST', path, fields(), key)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect((await ask('GET')).body.items.length).toBe(before + 1);
});
