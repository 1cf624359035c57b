/** A store may carry out a write late, or twice. What a message used is gone with it all the same. */
import { projectUse } from '#actors/writers/commands.js';
import type { FileUse } from '#src/domain/messages/file.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';

onEachEngine('a file whose message is deleted', (settings) => {
  let fixture: FilesFixture;

  beforeEach(async () => {
    fixture = await FilesFixture.open(settings());
  });
  afterEach(() => fixture.close());

  it('is removed, also if the write of its use is carried out again afterwards', async () => {
    const { store } = fixture.booted.app;
    const room = await fixture.room('oda');
    const attachment = await fixture.media(fixture.ada, 'oda');
    const { id } = await fixture.send(fixture.ada, 'oda', attachment);
    const uses = await store.range<FileUse>('fileUses', { index: 'byOwner', prefix: [room] });
    expect(uses).toHaveLength(2);
    await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda/messages/${id}`);
    const late = uses.flatMap(({ key, owner, by }) => projectUse({ key, owner, by }, fixture.clock.env.now()));
    await store.write(late);
    await fixture.settle();
    expect(await fixture.isThere(attachment.key)).toBe(false);
    expect(await fixture.problems(room)).toEqual([]);
    fixture.clock.move(3_600_000);
    await fixture.sweepFiles();
    expect(await store.range('fileUses', { index: 'byOwner', prefix: [room] })).toEqual([]);
  });

  it('is forgotten only when no such write can come any more, however old its link is', async () => {
    const { store } = fixture.booted.app;
    const room = await fixture.room('salon');
    const attachment = await fixture.media(fixture.ada, 'salon');
    fixture.clock.move(20 * 60_000);
    const { id } = await fixture.send(fixture.ada, 'salon', attachment);
    const used = () => store.range<FileUse>('fileUses', { index: 'byOwner', prefix: [room] });
    const uses = await used();
    await fixture.ok(fixture.ada, 'DELETE', `/rooms/salon/messages/${id}`);
    await fixture.settle();
    expect([await fixture.isThere(attachment.key), await used()]).toEqual([false, []]);
    await store.write(uses.flatMap(({ key, owner, by }) => projectUse({ key, owner, by }, fixture.clock.env.now())));
    expect(await used()).toHaveLength(2);
    fixture.clock.move(3_600_000);
    await fixture.sweepFiles();
    expect(await used()).toEqual([]);
    expect(await store.get('files', attachment.key)).toBeNull();
    expect(await fixture.problems(room)).toEqual([]);
  });
});
