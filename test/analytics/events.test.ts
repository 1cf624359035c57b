/** Reporting what was read: who may, what is counted how, and that nothing counts twice. */

import { withScene } from '../support/rooms/room-scene.js';
import { poll } from '../support/time/poll.js';
import { DAY_MS, report, reportedEvent, storedOf } from './reported-events.js';

const outcomeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }): string =>
  body?.error ? `${status} ${body.error.code}` : String(status);

withScene('reported events', (scene) => {
  const booted = () => scene().booted;
  let people = 0;
  const somebody = () => {
    people += 1;
    return scene().person(`okur.${people}`);
  };

  it('are counted as accepted, duplicate or ignored', async () => {
    const ada = await somebody();
    const [one, two] = [reportedEvent(), reportedEvent()];
    const { status, body } = await report(booted(), ada, [
      one,
      two,
      one,
      { ...two, type: 'no' },
      'x',
      null,
      reportedEvent({ at: 1 }),
    ]);
    expect([status, body]).toEqual([200, { accepted: 2, duplicates: 1, ignored: 4 }]);
    const again = await report(booted(), ada, [two, reportedEvent(), { ...one, topic: 'çay' }]);
    expect(again.body).toEqual({ accepted: 1, duplicates: 2, ignored: 0 });
    expect((await storedOf(booted(), ada)).length).toBe(3);
  });

  it('of one id are the first of them that fits', async () => {
    const ada = await somebody();
    const [bad, good] = [reportedEvent({ id: 'ayni', at: 0 }), reportedEvent({ id: 'ayni', topic: 'çay' })];
    expect((await report(booted(), ada, [bad, good, reportedEvent({ id: 'ayni' })])).body).toEqual({
      accepted: 1,
      duplicates: 1,
      ignored: 1,
    });
    expect(await storedOf(booted(), ada)).toMatchObject([{ topic: 'çay' }]);
  });

  it('of two people may have one id', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const event = reportedEvent();
    expect((await report(booted(), ada, [event])).body.accepted).toBe(1);
    expect((await report(booted(), bob, [event])).body.accepted).toBe(1);
  });

  it('may be none, and are a list in any case', async () => {
    const ada = await somebody();
    expect((await report(booted(), ada, [])).body).toEqual({ accepted: 0, duplicates: 0, ignored: 0 });
    for (const events of [undefined, null, {}, 'x', 7, true, { length: 1 }]) {
      expect([events, outcomeOf(await report(booted(), ada, events))]).toEqual([events, '400 invalid_request']);
    }
  });

  it('are at most a hundred at once', async () => {
    const ada = await somebody();
    const events = Array.from({ length: 101 }, () => reportedEvent());
    expect(outcomeOf(await report(booted(), ada, events))).toBe('413 too_many_events');
    expect(await storedOf(booted(), ada)).toEqual([]);
    expect((await report(booted(), ada, events.slice(1))).body).toEqual({ accepted: 100, duplicates: 0, ignored: 0 });
  });

  it('come from somebody with a name', async () => {
    const nameless = await booted().person('adsiz okur', { username: null });
    expect(outcomeOf(await report(booted(), null, []))).toBe('401 unauthorized');
    expect(outcomeOf(await report(booted(), nameless, []))).toBe('403 username_required');
  });

  it('are each counted once, however many batches come at once', async () => {
    const ada = await somebody();
    const events = Array.from({ length: 40 }, () => reportedEvent());
    const batches = Array.from({ length: 12 }, (_, at) => [...events.slice(at), ...events.slice(0, at)]);
    const answers = await Promise.all(batches.map((batch) => report(booted(), ada, batch)));
    const sum = (field: string) => answers.reduce((all, { body }) => all + body[field], 0);
    expect([sum('accepted'), sum('duplicates'), sum('ignored')]).toEqual([40, 11 * 40, 0]);
    expect((await storedOf(booted(), ada)).length).toBe(40);
  });

  it('have the platform of their session, when that has told one', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    await booted().ask(ada, 'PUT', '/api/me/device', { platform: 'web_app', language: 'tr' });
    for (const who of [ada, bob]) {
      await report(booted(), who, [
        reportedEvent({ id: 'bir', platform: 'ios', topic: '#ISI' }),
        reportedEvent({ id: 'iki' }),
      ]);
    }
    const platforms = async (who: typeof ada) => (await storedOf(booted(), who)).map(({ platform }) => platform);
    expect([await platforms(ada), await platforms(bob)]).toEqual([
      ['web_app', 'web_app'],
      ['ios', undefined],
    ]);
    expect((await storedOf(booted(), ada))[0]?.topic).toBe('ısı');
  });

  it('of somebody who wants no personalized ads are not kept', async () => {
    const ada = await somebody();
    await booted().ask(ada, 'PUT', '/api/me/profile', { personalized_ads: false });
    const { status, body } = await report(booted(), ada, [reportedEvent(), reportedEvent(), { no: 'event' }]);
    expect([status, body]).toEqual([200, { accepted: 0, duplicates: 0, ignored: 3 }]);
    expect(await storedOf(booted(), ada)).toEqual([]);
  });

  it('are forgotten when they are not wanted any more, and those of afterwards are kept', async () => {
    const ada = await somebody();
    const batches = Array.from({ length: 12 }, () =>
      Array.from({ length: 100 }, () => reportedEvent({ at: Date.now() - DAY_MS })),
    );
    for (const batch of batches) await report(booted(), ada, batch);
    const wish = (wanted: boolean) => booted().ask(ada, 'PUT', '/api/me/profile', { personalized_ads: wanted });
    await wish(false);
    await wish(true);
    const [known] = batches[0] as [Record<string, unknown>];
    const { body } = await report(booted(), ada, [known, reportedEvent({ id: 'yeni' })]);
    expect(body).toEqual({ accepted: 2, duplicates: 0, ignored: 0 });
    await poll(async () => (await storedOf(booted(), ada)).length === 2, { until: 'the earlier ones are gone' });
    const ids = (await storedOf(booted(), ada)).map(({ _id }) => _id.slice(ada.accountId.length + 1));
    expect(ids.sort()).toEqual([known.id, 'yeni'].sort());
    expect((await report(booted(), ada, [known])).body.duplicates).toBe(1);
  });
});
