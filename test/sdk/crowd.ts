/** Programs on the client that talk and listen in rooms, and the history of what they were told. */
import type { Client, Room } from '#sdk/index.js';
import type { Reading } from '../cluster/history/history.js';
import { Recorder } from '../cluster/process/recorder.js';
import { found, join, type People } from './people.js';

const PAUSE_MS = 300;
const CONCURRENCY = 3;

/** In every room; speaks in one of them, or in none. */
export interface Crowded {
  name: string;
  client: Client;
  rooms: Map<string, Room>;
  said: string[];
}

export class Crowd {
  readonly recorder = new Recorder();
  readonly slugs: readonly string[];
  readonly listener: Crowded;
  readonly talkers: readonly Crowded[];
  readonly refused: unknown[] = [];
  #isOver = false;
  #talking: Promise<unknown> = Promise.resolve();

  private constructor(slugs: readonly string[], listener: Crowded, talkers: readonly Crowded[]) {
    this.slugs = slugs;
    this.listener = listener;
    this.talkers = talkers;
    for (const one of this.all) for (const [slug, room] of one.rooms) this.#listen(one, room, slug);
  }

  static async gather(url: string, people: People, slugs: readonly string[], talkers: number): Promise<Crowd> {
    const founder = await people.enter(url, 'dinleyen');
    const rooms = new Map<string, Room>();
    for (const slug of slugs) rooms.set(slug, await found(founder, slug));
    const others: Crowded[] = [];
    for (let at = 0; at < talkers; at += 1) others.push(await member(url, people, `konusan${at}`, slugs));
    return new Crowd(slugs, { name: 'dinleyen', client: founder, rooms, said: [] }, others);
  }

  get all(): readonly Crowded[] {
    return [this.listener, ...this.talkers];
  }

  talk(): void {
    const slugOf = (at: number) => this.slugs[at % this.slugs.length] as string;
    this.#talking = Promise.all(this.talkers.map((talker, at) => this.#talk(talker, slugOf(at))));
  }

  /** What was begun is still answered. */
  async hush(): Promise<void> {
    this.#isOver = true;
    await this.#talking;
  }

  /** Every room has taken something that was said after this was asked. */
  isAnsweredSince = (since: number): boolean => {
    const { posts } = this.recorder.history;
    return this.slugs.every((slug) =>
      posts.some(({ room, sentAt, outcome }) => room === slug && sentAt > since && outcome === 'acknowledged'),
    );
  };

  async #talk(talker: Crowded, slug: string): Promise<void> {
    const room = talker.rooms.get(slug) as Room;
    while (!this.#isOver) {
      // Several at once: their order is for the client to keep.
      await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#say(talker, room, slug)));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #say({ name, said }: Crowded, room: Room, slug: string): Promise<void> {
    const body = `${name} ${said.length}`;
    said.push(body);
    const clientId = crypto.randomUUID();
    const sentAt = this.recorder.now();
    const post = { room: slug, by: name, clientId, body, sentAt, wasUnanswered: true, id: null, seq: null };
    try {
      const { message } = await room.send(body, clientId);
      if (!message) throw new Error(`${body} was taken for a command`);
      const { id, seq } = message;
      this.recorder.posted({ ...post, id, seq, endedAt: this.recorder.now(), outcome: 'acknowledged' });
    } catch (error) {
      this.refused.push(error);
      this.recorder.posted({ ...post, endedAt: this.recorder.now(), outcome: 'refused' });
    }
  }

  #listen({ name }: Crowded, room: Room, slug: string): void {
    const reading: Reading = this.recorder.reading(name, slug, true);
    room.on('message', ({ kind, id, seq, client_id, body }) => {
      if (kind === 'text') reading.rows.push({ id, seq, clientId: client_id, body, at: this.recorder.now() });
    });
  }
}

async function member(url: string, people: People, name: string, slugs: readonly string[]): Promise<Crowded> {
  const client = await people.enter(url, name);
  const rooms = new Map<string, Room>();
  for (const slug of slugs) rooms.set(slug, await join(client, slug));
  return { name, client, rooms, said: [] };
}
