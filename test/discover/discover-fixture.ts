/** The service with its reference console, over real HTTP: people who write articles, and operators who decide. */
import { reportReactions } from '#jobs/report-reactions.js';
import { createHttpDictionary } from '#src/adapters/dictionary/http-dictionary.js';
import { FilesFixture } from '../files/files-fixture.js';
import { operator } from '../people/operator.js';
import type { Person } from '../support/clients/boot-app.js';

/** Longer than anything that was read of the dictionary is kept. */
const STALE_MS = 2_500;

export interface Written {
  slug: string;
  id: string;
}

export class DiscoverFixture {
  readonly files: FilesFixture;
  readonly cem: Person;

  private constructor(files: FilesFixture, cem: Person) {
    this.files = files;
    this.cem = cem;
  }

  static async open(settings: Record<string, string> = {}): Promise<DiscoverFixture> {
    const files = await FilesFixture.open({ ACCESS_TOKEN_TTL_S: '2592000', ...settings });
    const fixture = new DiscoverFixture(files, await files.booted.person('cem'));
    if (files.booted.app.config.dictionary?.kind === 'embedded') {
      await fixture.desk('POST', '/categories', { slug: 'genel', name: 'Genel' });
    }
    return fixture;
  }

  get ada(): Person {
    return this.files.ada;
  }
  get bob(): Person {
    return this.files.bob;
  }

  close = (): Promise<void> => this.files.close();

  /** An answer as a reader gets it who comes some time later. */
  async get(person: Person | null, path: string) {
    this.forget();
    return this.files.ok(person, 'GET', `/discover${path}`);
  }

  async code(person: Person | null, path: string, method = 'GET', body?: unknown): Promise<string> {
    this.forget();
    return this.files.code(person, method, `/discover${path}`, body);
  }

  /** Time passes, until nothing that was read before is remembered. */
  forget(): void {
    this.files.clock.move(STALE_MS);
  }

  /** What operators do. */
  async desk(method: string, path: string, body?: unknown) {
    const { booted } = this.files;
    const answer = await booted.ask(operator(booted), method, `/console/admin${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async topic(tag: string, more: object = {}): Promise<void> {
    await this.desk('POST', '/topics', { tag, title: tag, category: 'genel', ...more });
  }

  async article(person: Person, slug: string, article: object = {}, more: object = {}): Promise<Written> {
    const written = { title: 'Kahve', tag: 'kahve', blocks: [{ type: 'paragraph', text: 'Bir yudum.' }], ...article };
    const { message } = await this.files.ok(person, 'POST', `/rooms/${slug}/messages`, { article: written, ...more });
    return { slug, id: message.id };
  }

  share(person: Person | null, { slug, id }: Written) {
    return this.files.ask(person, 'POST', `/rooms/${slug}/messages/${id}/share`);
  }

  async shared(person: Person, written: Written): Promise<number> {
    const { status, body } = await this.share(person, written);
    if (status !== 201) throw new Error(`sharing answered ${status} ${JSON.stringify(body)}`);
    return body.share.entry_id;
  }

  /** Written, shared and let through. */
  async published(person: Person, slug: string, article: object = {}): Promise<Written & { entry: number }> {
    const written = await this.article(person, slug, article);
    const entry = await this.shared(person, written);
    await this.decide(entry, 'publish');
    return { ...written, entry };
  }

  decide(entry: number, decision: 'publish' | 'reject', note?: string) {
    return this.desk('POST', `/entries/${entry}/decision`, { decision, ...(note ? { note } : {}) });
  }

  async react(person: Person, { slug, id }: Written, emoji: string, on = true): Promise<void> {
    const { room } = await this.files.ok(this.ada, 'GET', `/rooms/${slug}`);
    const by = { accountId: person.accountId, username: person.name, sessionId: 's', language: null };
    await this.files.booted.app.node.rooms.ask(room.id, { type: 'react', by, messageId: id, emoji, on });
  }

  /** What the service's own job does, now. */
  report(url?: string): Promise<number> {
    const { app } = this.files.booted;
    const { dictionary } = app.config;
    const base = url ?? `http://127.0.0.1:${app.config.http.port}/console/dictionary`;
    const client = createHttpDictionary({ url: base, key: dictionary?.key ?? '', monotonic: () => performance.now() });
    return reportReactions({ dictionary: client, rooms: app.node.rooms, reader: app.store, now: Date.now });
  }
}
