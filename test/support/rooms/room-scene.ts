/** Rooms with people in every position, made quickly: the actors are asked directly, REST is what is tested. */
import type { PeopleCommand } from '#actors/room/commands.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { adminKeys } from '#src/domain/rooms/permissions.js';
import { defaultSettings, type RoomSettings } from '#src/domain/rooms/room.js';
import { type Answer, type Booted, bootApp, type Person } from '../clients/boot-app.js';
import { onEachEngine } from '../store/engine-settings.js';

export class Scene {
  readonly booted: Booted;
  readonly #people = new Map<string, Promise<Person>>();
  #rooms = 0;

  private constructor(booted: Booted) {
    this.booted = booted;
  }

  static async open(settings: Record<string, string> = {}): Promise<Scene> {
    return new Scene(await bootApp({ settings }));
  }

  person(name: string): Promise<Person> {
    const known = this.#people.get(name) ?? this.booted.person(name);
    this.#people.set(name, known);
    return known;
  }

  /** A fresh room of this founder. */
  async room(founder: string, settings: Partial<RoomSettings> = {}): Promise<SceneRoom> {
    this.#rooms += 1;
    const slug = `oda-${this.#rooms}`;
    const id = crypto.randomUUID();
    const by = callerOf(await this.person(founder));
    const all = { ...defaultSettings, name: slug, ...settings };
    await this.booted.app.node.rooms.ask(id, { type: 'create_room', by, slug, settings: all });
    return new SceneRoom(this, id, slug, founder);
  }

  async close(): Promise<void> {
    await this.booted[Symbol.asyncDispose]();
  }
}

/** The same tests on each engine, over one service for all of them. */
export function withScene(name: string, tests: (scene: () => Scene) => void): void {
  onEachEngine(name, (engine) => {
    // Inside, so that the service is closed before its database.
    describe('over rooms of one service', () => {
      let scene: Scene | undefined;
      beforeAll(async () => {
        scene = await Scene.open(engine());
      });
      afterAll(() => scene?.close());
      tests(() => {
        if (!scene) throw new Error('the service is started before each suite');
        return scene;
      });
    });
  });
}

export const callerOf = (person: Person): Caller => ({
  accountId: person.accountId,
  username: person.name,
  sessionId: 'scene',
  language: null,
});

type Omitted<T> = T extends { by: Caller } ? Omit<T, 'by'> : never;

export class SceneRoom {
  readonly scene: Scene;
  readonly id: string;
  readonly slug: string;
  readonly founder: string;

  constructor(scene: Scene, id: string, slug: string, founder: string) {
    this.scene = scene;
    this.id = id;
    this.slug = slug;
    this.founder = founder;
  }

  /** As this person, past REST. */
  async command(name: string, command: Omitted<PeopleCommand>): Promise<unknown> {
    const by = callerOf(await this.scene.person(name));
    return this.scene.booted.app.node.rooms.ask(this.id, { ...command, by } as PeopleCommand);
  }

  async idOf(name: string): Promise<string> {
    return (await this.scene.person(name)).accountId;
  }

  /** Adds members, whatever the admission settings are. */
  async add(...names: string[]): Promise<void> {
    for (const name of names) await this.command(this.founder, { type: 'add_member', account: await this.idOf(name) });
  }

  async admin(name: string, granted: readonly string[] = adminKeys): Promise<void> {
    const account = await this.idOf(name);
    await this.add(name);
    await this.command(this.founder, { type: 'promote_member', account });
    if (granted.length > 0)
      await this.command(this.founder, { type: 'grant_permissions', account, granted: [...granted] });
  }

  /** A message of this person; answers its id. */
  async say(name: string, body = 'selam'): Promise<string> {
    const by = callerOf(await this.scene.person(name));
    const draft = { body, clientId: null, replyTo: null, discussionOf: null };
    const { message } = await this.scene.booted.app.node.rooms.ask(this.id, {
      type: 'send_message',
      by,
      draft,
    } as never);
    return (message as { row: { id: string } }).row.id;
  }

  /** `path` below the room's own; null asks without a token. */
  async ask(name: string | null, method: string, path = '', body?: unknown): Promise<Answer> {
    const person = name === null ? null : await this.scene.person(name);
    return this.scene.booted.ask(person, method, `/api/rooms/${this.slug}${path}`, body);
  }

  /** `200`, or `403 not_admin`. */
  async outcome(name: string | null, method: string, path = '', body?: unknown): Promise<string> {
    const { status, body: answer } = await this.ask(name, method, path, body);
    return answer?.error ? `${status} ${answer.error.code}` : String(status);
  }

  /** The event rows as an admin sees them, newest first, with their data. */
  async events(): Promise<{ type: string; username: string | null; actor: string | null; data: object }[]> {
    const { body } = await this.ask(this.founder, 'GET', '/messages?limit=200');
    return body.messages.flatMap(({ event }: { event: never }) => event ?? []);
  }

  async roleOf(name: string): Promise<string | null> {
    const { body } = await this.ask(this.founder, 'GET', '/members');
    const account = await this.idOf(name);
    return body.members?.find((member: { account_id: string }) => member.account_id === account)?.role ?? null;
  }

  async problems(): Promise<string[]> {
    const { problems } = await verifyRoom(this.scene.booted.app.store, this.id);
    return problems.map(({ seq, what }) => `${seq}: ${what}`);
  }
}
