/** The whole service with a clock that is moved, people, and files that are really uploaded. */

import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { sweepFiles } from '#jobs/sweep-files.js';
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { samples } from './samples.js';

interface PutLink {
  method: string;
  url: string;
  key: string;
  expires_in: number;
  headers: Record<string, string>;
}

export interface Attached {
  type: string;
  key: string;
  thumb_key?: string;
  content_type: string;
  [field: string]: unknown;
}

export class FilesFixture {
  readonly booted: Booted;
  readonly clock: TestClock;
  readonly ada: Person;
  readonly bob: Person;

  private constructor(booted: Booted, clock: TestClock, ada: Person, bob: Person) {
    this.booted = booted;
    this.clock = clock;
    this.ada = ada;
    this.bob = bob;
  }

  /** `isPrompt`: what is let go of is removed by itself, not only when a test calls for it. */
  static async open(
    settings: Record<string, string> = {},
    dataDir?: string,
    { isPrompt = false } = {},
  ): Promise<FilesFixture> {
    const clock = new TestClock();
    // The job runs when a test says so.
    const all = { SWEEP_INTERVAL_S: '86400', ...settings };
    const booted = await bootApp({ settings: all, parts: { env: clock.env }, ...(dataDir ? { dataDir } : {}) });
    if (!isPrompt) await booted.app.removals.stop();
    return new FilesFixture(booted, clock, await booted.person('ada'), await booted.person('bob'));
  }

  ask(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.booted.ask(person, method, `/api${path}`, body);
  }

  async ok(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const { status, body: answer } = await this.ask(person, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async code(person: Person | null, method: string, path: string, body?: unknown): Promise<string> {
    const { status, body: answer } = await this.ask(person, method, path, body);
    return answer?.error ? `${status} ${answer.error.code}` : String(status);
  }

  /** A room of ada's with these members beside her. */
  async room(slug: string, members: Person[] = [this.bob], settings: object = {}): Promise<string> {
    const { room } = await this.ok(this.ada, 'POST', '/rooms', { name: slug, slug });
    if (Object.keys(settings).length > 0) await this.ok(this.ada, 'PATCH', `/rooms/${slug}`, settings);
    for (const member of members) await this.ok(member, 'POST', `/rooms/${slug}/join`, {});
    return room.id;
  }

  /** An uploaded picture or video, ready to be said; `bytes` null uploads nothing. */
  async media(
    person: Person,
    slug: string,
    contentType = 'image/jpeg',
    bytes: Uint8Array<ArrayBuffer> | null = samples[contentType] ?? null,
  ): Promise<Attached> {
    const asked = { content_type: contentType };
    const { full, thumb } = await this.ok(person, 'POST', `/rooms/${slug}/media/presign`, asked);
    if (bytes) {
      await this.put(full, bytes);
      await this.put(thumb, samples[thumb.headers['Content-Type']] as Uint8Array<ArrayBuffer>);
    }
    const isVideo = contentType === 'video/mp4';
    return {
      type: isVideo ? 'video' : contentType === 'image/gif' ? 'gif' : 'photo',
      key: full.key,
      thumb_key: thumb.key,
      content_type: contentType,
      width: 64,
      height: 64,
      byte_size: 1_000,
      ...(isVideo ? { duration_ms: 3_000 } : {}),
    };
  }

  async document(
    person: Person,
    slug: string,
    contentType = 'application/pdf',
    bytes: Uint8Array<ArrayBuffer> | null = samples[contentType] ?? null,
  ): Promise<Attached> {
    const asked = { content_type: contentType, name: 'rapor.pdf' };
    const { put } = await this.ok(person, 'POST', `/rooms/${slug}/docs/presign`, asked);
    if (bytes) await this.put(put, bytes);
    return { type: 'document', key: put.key, name: 'rapor.pdf', content_type: contentType, byte_size: 1_000 };
  }

  async put(link: PutLink, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await fetch(link.url, { method: link.method, headers: link.headers, body: bytes });
    if (!answer.ok) throw new Error(`uploading ${link.key} answered ${answer.status} ${await answer.text()}`);
  }

  /** Says it, and answers the message. */
  async send(person: Person, slug: string, attachment: object, more: object = {}): Promise<Answer['body']> {
    return (await this.ok(person, 'POST', `/rooms/${slug}/messages`, { attachment, ...more })).message;
  }

  refusal(person: Person, slug: string, attachment: object, more: object = {}): Promise<string> {
    return this.code(person, 'POST', `/rooms/${slug}/messages`, { attachment, ...more });
  }

  async message(person: Person, slug: string, id: string): Promise<Answer['body']> {
    return (await this.ok(person, 'GET', `/rooms/${slug}/messages/${id}`)).message;
  }

  /** One run of the job. */
  sweepFiles(): Promise<number> {
    const { app } = this.booted;
    const { node, objects, store: reader, config } = app;
    const now = this.clock.env.now;
    return sweepFiles({ ...node, objects, reader, uploadLinkTtlS: config.uploadLinkTtlS, now });
  }

  /** Runs of the job, with the time that passes between them, until what nobody uses is gone. */
  async settle(): Promise<void> {
    await this.sweepFiles();
    this.clock.move(6_000);
    await this.sweepFiles();
  }

  async isThere(key: string): Promise<boolean> {
    return (await this.booted.app.objects.head(key)) !== null;
  }

  async problems(room: string): Promise<string[]> {
    return (await verifyRoom(this.booted.app.store, room)).problems.map(({ what }) => what);
  }

  close(): Promise<void> {
    return Promise.resolve(this.booted[Symbol.asyncDispose]());
  }
}
