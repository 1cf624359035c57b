/** The hooks in React itself, without a page: what they subscribe to, when they render again, and when they let go. */
import { createRequire } from 'node:module';
import { Emitter } from '#sdk/emitter.js';
import { useConnection, useMessages, useRoom, useRooms, useTyping, useUnread } from '#sdk/react/index.js';
import { settled } from '../parts/quick-timers.js';

interface Root {
  render(element: unknown): void;
  unmount(): void;
}
const load = createRequire(import.meta.url);
const { createElement } = load('react') as { createElement(component: unknown, props?: object): unknown };
const { createRoot } = load('react-dom/client') as { createRoot(container: object): Root };
const { renderToString } = load('react-dom/server') as { renderToString(element: unknown): string };

/** The names and listeners that are subscribed to. */
class Source<T extends object> extends Emitter<Record<string, unknown>> {
  readonly names = new Map<string, number>();
  constructor(state: T) {
    super();
    Object.assign(this, state);
  }
  override on(name: string, listener: (event: unknown) => void) {
    this.names.set(name, (this.names.get(name) ?? 0) + 1);
    const stop = super.on(name, listener);
    return () => {
      this.names.set(name, (this.names.get(name) ?? 0) - 1);
      stop();
    };
  }
  tell = (name: string, state: Partial<T> = {}): void => {
    Object.assign(this, state);
    this.emit(name, null);
  };
  held = (): string[] => [...this.names].filter(([, count]) => count > 0).map(([name]) => name);
}
const source = <T extends object>(state: T) => new Source(state) as Source<T> & T;

/** An element that React renders into, without children of its own. */
const container = () => {
  const nothing = () => undefined;
  const events = { addEventListener: nothing, removeEventListener: nothing };
  const document = { nodeType: 9, ...events };
  return { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: document, ...events };
};

describe('a hook', () => {
  const own = globalThis as unknown as Record<string, unknown>;
  const roots: Root[] = [];
  beforeAll(() => {
    own.window = { HTMLIFrameElement: class {} };
  });
  afterAll(() => {
    delete own.window;
  });
  afterEach(() => {
    for (const root of roots.splice(0)) root.unmount();
  });

  /** Each value that a component has rendered. */
  async function rendered<T, P extends object>(use: (props: P) => T, props: P) {
    const values: T[] = [];
    const Shown = (given: P) => {
      values.push(use(given));
      return null;
    };
    const root = createRoot(container());
    roots.push(root);
    const show = async (next: P) => {
      root.render(createElement(Shown, next));
      await settled();
    };
    await show(props);
    const end = async () => {
      root.unmount();
      await settled();
    };
    return { values, show, end };
  }

  it('of the connection says whether it is there, and whether it will come back', async () => {
    const client = source({ isOnline: false });
    const { values, end } = await rendered(() => useConnection(client as never), {});
    expect([values, client.held()]).toEqual([['offline'], ['online', 'offline', 'stopped']]);
    for (const name of ['online', 'offline', 'stopped', 'online']) {
      client.tell(name);
      await settled();
    }
    expect(values.slice(1)).toEqual(['online', 'offline', 'stopped', 'online']);
    await end();
    expect(client.held()).toEqual([]);
  });

  it('of the connection follows another client, with the state that this one has', async () => {
    const [offline, online] = [source({ isOnline: false }), source({ isOnline: true })];
    const { values, show } = await rendered(({ client }) => useConnection(client as never), { client: offline });
    await show({ client: online });
    expect([values.at(-1), offline.held(), online.held()]).toEqual(['online', [], ['online', 'offline', 'stopped']]);
    const once = online.names.get('online');
    await show({ client: online });
    expect([online.names.get('online'), once]).toEqual([1, 1]);
    const ready = await rendered(() => useConnection(online as never), {});
    expect(ready.values[0]).toBe('online');
  });

  it('of the rooms asks for them once for each client, and renders what is there', async () => {
    const listOf = (name: string) => {
      const rooms = source({ all: [] as string[], asked: 0, load: async () => [] as string[] });
      rooms.load = async () => {
        rooms.asked += 1;
        if (rooms.asked > 0) throw new Error(`no rooms of ${name}`);
        return [];
      };
      return rooms;
    };
    const [first, second] = [{ rooms: listOf('ada') }, { rooms: listOf('bob') }];
    const { values, show, end } = await rendered(({ client }) => useRooms(client as never), { client: first });
    first.rooms.tell('change', { all: ['kahve'] });
    await settled();
    await show({ client: first });
    expect([values[0], values.at(-1), first.rooms.asked]).toEqual([[], ['kahve'], 1]);
    await show({ client: second });
    expect([values.at(-1), second.rooms.asked, first.rooms.held()]).toEqual([[], 1, []]);
    second.rooms.tell('change', { all: ['kitap'] });
    await settled();
    expect(values.at(-1)).toEqual(['kitap']);
    await end();
    expect(second.rooms.held()).toEqual([]);
  });

  it('of a room opens it while it is shown, and pauses it afterwards', async () => {
    const done: string[] = [];
    const rooms = new Map(
      ['kahve', 'kitap'].map((slug) => [
        slug,
        {
          slug,
          open: async () => {
            done.push(`open ${slug}`);
            throw new Error('refused');
          },
          pause: () => void done.push(`pause ${slug}`),
        },
      ]),
    );
    const client = { room: (slug: string) => rooms.get(slug) };
    const { values, show, end } = await rendered(({ slug }) => useRoom(client as never, slug), { slug: 'kahve' });
    await show({ slug: 'kahve' });
    await show({ slug: 'kitap' });
    expect(values.map(({ slug }) => slug)).toEqual(['kahve', 'kahve', 'kitap']);
    await end();
    expect(done).toEqual(['open kahve', 'pause kahve', 'open kitap', 'pause kitap']);
  });

  it('of the messages, of those who type and of the unread renders again when that changes, in the room that is shown', async () => {
    const state = { messages: [] as string[], typing: [] as string[], unread: 0 };
    const [one, two] = [source({ ...state }), source({ ...state, unread: 7 })];
    const hooks = [
      [useMessages, ['rows', 'synced', 'reset'], (text: string) => ({ messages: [text] })],
      [useTyping, ['typing'], (text: string) => ({ typing: [text] })],
      [useUnread, ['unread'], (text: string) => ({ unread: text.length })],
    ] as const;
    for (const [use, names, changed] of hooks) {
      const { values, show, end } = await rendered(({ room }) => use(room as never), { room: one });
      expect(one.held()).toEqual(names);
      for (const [at, name] of names.entries()) {
        const before = values.length;
        one.tell(name, changed('x'.repeat(at + 1)));
        await settled();
        expect([values.length, values.at(-1)]).toEqual([before + 1, Object.values(changed('x'.repeat(at + 1)))[0]]);
      }
      await show({ room: two });
      expect([one.held(), two.held()]).toEqual([[], names]);
      two.tell(names[0], changed('iki'));
      await settled();
      expect(values.at(-1)).toEqual(Object.values(changed('iki'))[0]);
      await end();
      expect(two.held()).toEqual([]);
      for (const each of [one, two]) each.names.clear();
    }
  });

  it('renders nothing that only a connection knows, on a server', () => {
    const room = source({ messages: ['selam'], typing: ['bob'], unread: 7 });
    const client = source({ isOnline: true, rooms: source({ all: ['kahve'] }) });
    const values: unknown[] = [];
    const Shown = () => {
      values.push(useConnection(client as never), useRooms(client as never), useMessages(room as never));
      values.push(useTyping(room as never), useUnread(room as never));
      return null;
    };
    renderToString(createElement(Shown));
    expect([values, room.held(), client.held()]).toEqual([['offline', [], [], [], 0], [], []]);
  });
});
