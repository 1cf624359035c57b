/** The service with LOG_ARCHIVE_AFTER_DAYS archives by itself, by its own schedule. */
import type { RowView } from '#actors/room/commands.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import type { Stretch } from '#src/store/archive/stretch.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { callerNamed } from '../support/rooms/room-node.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';

const DAY_MS = 86_400_000;
const ROOM = crypto.randomUUID();
const ada = callerNamed('ada');
/** A head is written each thousand entries, and the newest 512 below it are not archived. */
const [SAID, BATCH] = [2_100, 300];

/** For the scheduler it stays half a second before a full hour, so that its hourly jobs run twice a second. */
const beforeTheHour = Math.ceil(Date.now() / 3_600_000) * 3_600_000 - 500;
const RealDate = Date;
class StillDate extends RealDate {
  constructor(...given: [number | string | Date] | []) {
    super(...((given.length === 0 ? [beforeTheHour] : given) as [number]));
  }
  static override now = (): number => beforeTheHour;
}

const send = (booted: Booted, body: string) => {
  const draft = { body, clientId: null, replyTo: null, discussionOf: null };
  return booted.app.node.rooms.ask(ROOM, { type: 'send_message', by: ada, draft });
};

it('moves old messages into the object store, and reads them there', async () => {
  globalThis.Date = StillDate as DateConstructor;
  const clock = new TestClock();
  try {
    const settings = { LOG_ARCHIVE_AFTER_DAYS: '30', SWEEP_INTERVAL_S: '1' };
    await using booted = await bootApp({ settings, parts: { env: clock.env } });
    const { rooms } = booted.app.node;
    const room = { ...defaultSettings, name: 'Kahve' };
    await rooms.ask(ROOM, { type: 'create_room', by: ada, slug: 'kahve', settings: room });
    for (let at = 0; at < SAID; at += BATCH) {
      await Promise.all(Array.from({ length: BATCH }, (_, nth) => send(booted, `söz ${at + nth}`)));
    }
    const stretches = () => booted.app.store.range<Stretch>('stretches', { index: '_id' });
    expect(await stretches()).toEqual([]);
    clock.move(31 * DAY_MS);
    await poll(async () => (await stretches())[0]?.publishedAt, { until: 'the first stretch is an object' });
    clock.move(130_000);
    await poll(async () => (await stretches())[0]?.state === 'archived', { until: 'its rows are gone' });
    const [{ rows = 0 } = {}] = await stretches();
    expect(rows).toBeGreaterThan(480);
    const first = { type: 'list_messages', by: ada, afterSeq: 1, limit: 200 } as const;
    const { messages } = (await rooms.ask(ROOM, first)) as { messages: RowView[] };
    expect(
      messages
        .map(({ row }) => row.body)
        .filter((body) => body.startsWith('söz'))
        .slice(0, 3),
    ).toEqual(['söz 0', 'söz 1', 'söz 2']);
  } finally {
    globalThis.Date = RealDate;
  }
}, 60_000);
